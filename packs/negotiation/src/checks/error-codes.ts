import {
  type Check,
  ERROR,
  excerpt,
  type Finding,
  isObject,
  type JsonObject,
  META,
  member,
  type Negotiated,
  sentJson,
} from "@mcptest/pack";
import { type Came, cameIn, ofKind, sentWords } from "../came.js";
import { modernCheck, type NegotiationCheck } from "../define.js";
import { lists } from "../lists.js";
import { passive, recorded } from "../record.js";
import { declaredIn } from "../sent.js";
import { report, type Sighting } from "../sightings.js";
import { unknownNames } from "../unknown-names.js";
import { unknownResource } from "../unknown-resource.js";

/** An error that came on the modern lane, with its code. */
export interface CameError extends Came {
  error: JsonObject;
  code: number;
}

/** What a rule says about one error. */
export type Found = Pick<Finding, "came" | "fix"> & Pick<Sighting, "outcome" | "kind">;

type CodeCheck = Pick<NegotiationCheck<never>, "id" | "title" | "description" | "level" | "contract"> & {
  rule: string;
  judge(error: CameError, negotiated: Negotiated): Found | undefined;
};

/** A check of every error of the lane, whoever caused it. What no message of ours caused (a GET) is left out. */
function codeCheck({ rule, judge, ...check }: CodeCheck): Check {
  return modernCheck({
    ...passive,
    ...check,
    prepares: { lists, unknownNames, unknownResource },
    category: "messages",
    source: "basic/index",
    section: "Error Codes",
    async run(_values, verdict, { host, negotiated }) {
      const errors = errorsIn(cameIn(await recorded({ host, negotiated }), negotiated));
      report(
        verdict,
        errors.flatMap((error): Sighting[] => {
          const found = judge(error, negotiated);
          if (!found) return [];
          const { exchange, subject } = error;
          const { outcome = check.level === "must" ? "fail" : "warn", kind, came, fix } = found;
          return [
            {
              outcome,
              kind,
              subject,
              exchange: exchange.number,
              finding: { sent: sentWords(exchange), came, rule, fix },
            },
          ];
        }),
      );
    },
  });
}

function errorsIn(came: readonly Came[]): CameError[] {
  return ofKind(came, "response").flatMap((one) => {
    const error = member(one.json, "error");
    const code = member(error, "code");
    const isCaused = one.exchange.request === null || one.exchange.request.body !== "";
    return isObject(error) && Number.isInteger(code) && isCaused ? [{ ...one, error, code: code as number }] : [];
  });
}

/** The code of 2025-11-25 by which a server asked for the visit of a page. */
const URL_ELICITATION = -32042;

const [HEADERS, CAPABILITY, VERSION] = [
  ERROR.headerMismatch,
  ERROR.missingClientCapability,
  ERROR.unsupportedProtocolVersion,
];

/** What A14 can decide about an error. */
export function reservedCode(found: CameError, negotiated: Negotiated): Found | undefined {
  const { code, error, exchange } = found;
  const kind = String(code);
  if (code > HEADERS || code < -32099 || code === URL_ELICITATION) return undefined;
  if (code === HEADERS) {
    if (exchange.transport !== "stdio") return undefined;
    const came = `-32020 (HeaderMismatch) over stdio, which has no headers, ${excerpt(error, 120)}`;
    return { kind, came, fix: "check headers over HTTP only; on stdio all metadata travels in the body" };
  }
  if (code === CAPABILITY) return falseCapability(found);
  if (code === VERSION) return falseVersion(found, negotiated);
  const came = `the error code ${code}, which the specification keeps for itself, ${excerpt(error, 120)}`;
  return { kind, came, fix: "give errors of your own a code outside -32768 to -32000" };
}

/** `-32021` for core capabilities that the request declares. For extensions it is E08. */
function falseCapability({ error, exchange }: CameError): Found | undefined {
  const required = member(member(error, "data"), "requiredCapabilities");
  if (!isObject(required) || Object.keys(required).length === 0 || Object.hasOwn(required, "extensions"))
    return undefined;
  const declared = declaredIn(exchange);
  if (!covers(declared, required)) return undefined;
  return {
    kind: "-32021",
    came: `-32021 (MissingRequiredClientCapability) for ${excerpt(required, 120)}, which the request declares: ${excerpt(declared, 120)}`,
    fix: `read the capabilities of the client from _meta["${META.clientCapabilities}"] of each request`,
  };
}

/** Whether every member of `required` stands in `declared`. An empty `elicitation` declares its form mode. */
export function covers(declared: JsonObject, required: JsonObject): boolean {
  return Object.entries(required).every(([name, wanted]) => {
    const given = member(declared, name);
    if (given === undefined) return false;
    if (!isObject(wanted) || !isObject(given)) return true;
    const isForm = name === "elicitation" && Object.keys(given).length === 0;
    return covers(isForm ? { form: {} } : given, wanted);
  });
}

/** `-32022` for a version that the server itself lists. */
function falseVersion({ error, exchange }: CameError, { supportedVersions = [] }: Negotiated): Found | undefined {
  const requested = member(member(member(sentJson(exchange), "params"), "_meta"), META.protocolVersion);
  const supported = member(member(error, "data"), "supported");
  const listed = [...supportedVersions, ...(Array.isArray(supported) ? supported : [])];
  // For initialize, which has no business with that version, it is A21.
  if (typeof requested !== "string" || !listed.includes(requested) || exchange.method === "initialize")
    return undefined;
  return {
    kind: "-32022",
    came: `-32022 (UnsupportedProtocolVersion) for ${requested}, which the server lists as supported, ${excerpt(error, 160)}`,
    fix: "compare the version of the request with the same list that server/discover gives",
  };
}

/** A14. */
const reserved = codeCheck({
  id: "rpc-reserved-codes",
  title: "Reserved error codes have their own meaning",
  description:
    "Of -32020 to -32099 only -32020, -32021 and -32022 are sent, and those only for a header mismatch, a missing client capability and an unsupported version.",
  level: "must",
  contract: "A14",
  rule: "A14: of the codes -32020 to -32099 a server sends only -32020, -32021 and -32022, and only with their own meaning",
  judge: reservedCode,
});

/** A15. */
const retired = codeCheck({
  id: "rpc-retired-codes",
  title: "Retired error codes are not sent",
  description: "The codes -32002 and -32042 of older revisions are not sent on 2026-07-28.",
  level: "must",
  contract: "A15",
  rule: "A15: -32002 (resource not found) and -32042 (URL elicitation required) are not sent on 2026-07-28",
  judge({ code, error }) {
    if (code !== ERROR.resourceNotFoundLegacy && code !== URL_ELICITATION) return undefined;
    const fix =
      code === URL_ELICITATION
        ? 'ask for the visit of a page with a result of resultType "input_required"'
        : "answer a resource that does not exist with -32602";
    return { kind: String(code), came: `the retired code ${code}, ${excerpt(error, 120)}`, fix };
  },
});

const DRAFT_NAMES: ReadonlyMap<number, string> = new Map([
  [ERROR.draftHeaderMismatch, "; drafts of 2026-07-28 had it for HeaderMismatch, which is -32020 now"],
  [ERROR.draftMissingClientCapability, "; drafts of 2026-07-28 had it for MissingRequiredClientCapability, now -32021"],
  [ERROR.draftUnsupportedProtocolVersion, "; drafts of 2026-07-28 had it for UnsupportedProtocolVersion, now -32022"],
]);

/** A16. */
const legacyRange = codeCheck({
  id: "rpc-legacy-range-codes",
  title: "Codes that older implementations used up are avoided",
  description:
    "Error codes from -32000 to -32019, which mean something else in every older implementation, are avoided.",
  level: "should",
  contract: "A16",
  rule: "A16: new implementations avoid -32000 to -32019, to which receivers give no meaning",
  judge({ code, error }) {
    if (code > -32000 || code < -32019 || code === ERROR.resourceNotFoundLegacy) return undefined;
    const came = `the code ${code}${DRAFT_NAMES.get(code) ?? ""}, ${excerpt(error, 120)}`;
    return { kind: String(code), came, fix: "use a standard code where one fits, else one outside -32768 to -32000" };
  },
});

/** The codes of JSON-RPC itself. */
const STANDARD = new Set<number>([
  ERROR.parse,
  ERROR.invalidRequest,
  ERROR.methodNotFound,
  ERROR.invalidParams,
  ERROR.internal,
]);

/** A17. */
const appRange = codeCheck({
  id: "rpc-app-code-range",
  title: "Own error codes lie outside the range of JSON-RPC",
  description: "Error codes of an extension or an application lie outside -32768 to -32000.",
  level: "should",
  contract: "A17",
  rule: "A17: codes of an application or an extension lie outside -32768 to -32000, which JSON-RPC keeps for itself",
  judge({ code, error }) {
    const isOurs = code >= -32768 && code <= -32000 && !STANDARD.has(code);
    // The rest of the range has rows of its own: A14 from -32020 to -32099, A15 and A16.
    if (!isOurs || (code <= -32000 && code >= -32099) || code === URL_ELICITATION) return undefined;
    const came = `the code ${code}, which no specification defines, ${excerpt(error, 120)}`;
    return { kind: String(code), came, fix: "choose a code outside -32768 to -32000, such as 1001" };
  },
});

/** Which error codes mean what. */
export const errorCodeChecks: Check[] = [reserved, retired, legacyRange, appRange];
