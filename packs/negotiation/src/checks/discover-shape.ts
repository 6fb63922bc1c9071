import {
  at,
  type Check,
  came,
  ERROR,
  type Exchange,
  errorOf,
  excerpt,
  isObject,
  type Json,
  META,
  member,
  type PackContext,
  say,
  sentJson,
  troubleOf,
} from "@mcptest/pack";
import { missingHints, scopeProblem, ttlProblem } from "../cache-hints.js";
import { capabilityProblems } from "../capability-shape.js";
import { modernCheck, type NegotiationCheck } from "../define.js";
import { discoveries, discoveryExchanges } from "../discoveries.js";
import { passive } from "../record.js";
import { report, type Sighting } from "../sightings.js";

const SENT = "server/discover";

/** One thing that is wrong with a discover result. */
type Wrong = Pick<Sighting, "kind" | "outcome"> & { subject?: string; came: string };

type ShapeCheck = Pick<NegotiationCheck<never>, "id" | "title" | "description" | "level" | "contract" | "section"> & {
  source?: string;
  rule: string;
  fix: string;
  judge(result: Json, context: PackContext): Wrong[];
};

/** A check of every discover result of the lane, that of detection included. */
function shapeCheck({ rule, fix, judge, ...check }: ShapeCheck): Check {
  return modernCheck({
    ...passive,
    category: "discovery",
    source: "server/discover",
    ...check,
    async run(_values, verdict, context) {
      const found = await discoveries(context);
      if (found.length === 0) return verdict.notApplicable("server/discover gave no result (B01)");
      report(
        verdict,
        found.flatMap(({ exchange, result }) =>
          judge(result, context).map(({ subject = SENT, came: what, kind, outcome }) => {
            const finding = { sent: SENT, came: what, rule, fix };
            return { kind, outcome, subject, exchange: exchange.number, finding };
          }),
        ),
      );
    },
  });
}

/** B01. */
const implemented = modernCheck({
  ...passive,
  id: "discover-implemented",
  category: "discovery",
  title: "The server has server/discover",
  description: "A server of 2026-07-28 answers server/discover with a result.",
  level: "must",
  contract: "B01",
  source: "server/discover",
  async run(_values, verdict, context) {
    const asked = await discoveryExchanges(context);
    if (asked.some(({ response }) => response !== undefined && Object.hasOwn(response, "result"))) return;
    const first = asked.find((exchange) => !troubleOf(exchange, SENT)) ?? asked[0];
    if (!first) return verdict.notApplicable("server/discover was not asked for");
    if (asked.every(refusesListed)) {
      return verdict.notApplicable("server/discover is there, and refuses the version that it lists (A14)");
    }
    verdict.fail(
      say({
        sent: SENT,
        came: `${came(first)}; the server was opened with tools/list in its place`,
        rule: "B01: a server of 2026-07-28 implements server/discover",
        fix: "answer it with supportedVersions, capabilities, ttlMs and cacheScope",
      }),
      [first.number],
      { subject: SENT },
    );
  },
});

/** The answer is `-32022` with the version in its list that was asked with. */
function refusesListed(exchange: Exchange): boolean {
  const error = errorOf(exchange);
  const requested = at(sentJson(exchange), "params", "_meta", META.protocolVersion);
  const supported = member(member(error, "data"), "supported");
  const isRefused = member(error, "code") === ERROR.unsupportedProtocolVersion;
  return isRefused && Array.isArray(supported) && supported.includes(requested ?? null);
}

/** B02. */
const resultType = shapeCheck({
  id: "discover-result-type",
  title: 'A discover result is "complete"',
  description: 'The result of server/discover has resultType "complete".',
  level: "must",
  contract: "B02",
  source: "basic/index",
  section: "Result Responses",
  rule: 'B02: resultType of a discover result is "complete"; it is whole at once and never asks for input',
  fix: 'send "resultType": "complete"',
  judge(result) {
    const value = excerpt(member(result, "resultType"), 80);
    return value === '"complete"' ? [] : [{ kind: value, came: `resultType is ${value}` }];
  },
});

/** B03. */
const supportedVersions = shapeCheck({
  id: "discover-supported-versions",
  title: "supportedVersions names what the server speaks",
  description:
    "supportedVersions of server/discover is an array of strings, not empty, with the version just used in it.",
  level: "must",
  contract: "B03",
  rule: "B03: supportedVersions is an array of strings that names the versions of the server",
  fix: 'list every revision that the server speaks, such as ["2026-07-28"]',
  judge(result, { negotiated }) {
    const versions = member(result, "supportedVersions");
    const used = negotiated.protocolVersion;
    const wrong = (kind: string, what: string) => ({
      kind,
      came: `supportedVersions is ${excerpt(versions, 160)}: ${what}`,
    });
    if (!Array.isArray(versions)) return [wrong("type", "it is not an array")];
    if (versions.length === 0) return [wrong("empty", "it is empty")];
    if (versions.some((version) => typeof version !== "string")) return [wrong("item", "not every item is a string")];
    if (versions.includes(used)) return [];
    return [{ ...wrong("used", `${used}, which it was asked with and answered, is missing`), outcome: "warn" }];
  },
});

/** B04. */
const capabilities = shapeCheck({
  id: "discover-capabilities",
  title: "Capabilities have their types",
  description:
    "capabilities of server/discover is an object, and each capability that the schema knows has its type there.",
  level: "must",
  contract: "B04",
  section: "Capabilities",
  rule: "B04: capabilities is an object whose known members have the types of the schema",
  fix: "a capability with nothing to say is {}, and one that is not there is left out; flags are true or false",
  judge(result) {
    return capabilityProblems(member(result, "capabilities")).map(({ path, value, wanted }) => {
      return { kind: "type", subject: path, came: `${path} is ${excerpt(value, 120)} and not ${wanted}` };
    });
  },
});

/** B05. */
const cacheHints = shapeCheck({
  id: "discover-cache-hints",
  title: "A discover result says how long it holds",
  description: "The result of server/discover has a valid ttlMs and a valid cacheScope.",
  level: "must",
  contract: "B05",
  source: "server/utilities/caching",
  rule: "B05: a discover result has ttlMs, an integer from 0 on, and cacheScope, public or private",
  fix: 'send both, such as "ttlMs": 60000, "cacheScope": "public"; 0 says that the result is not to be kept',
  judge(result) {
    if (!isObject(result)) return [];
    const missing = missingHints(result).map((name): Wrong => ({ kind: `${name} missing`, came: `it has no ${name}` }));
    const [ttl, scope] = [ttlProblem(result), scopeProblem(result)];
    return [
      ...missing,
      ...(ttl === undefined ? [] : [{ kind: "ttlMs", came: ttl }]),
      ...(scope === undefined ? [] : [{ kind: "cacheScope", came: scope }]),
    ];
  },
});

/** B07. */
const noTopLevelServerInfo = shapeCheck({
  id: "discover-no-toplevel-serverinfo",
  title: "serverInfo stands in _meta",
  description:
    "A top-level serverInfo in the result of server/discover is a leftover of a draft; it is legal, and read by nobody.",
  level: "info",
  contract: "B07",
  source: "SEP-2575",
  section: "Changes since Final",
  rule: 'B07: it stands at _meta["io.modelcontextprotocol/serverInfo"]; the member at the top was in a draft',
  fix: "send it in _meta, and leave the member at the top out",
  judge(result) {
    const info = member(result, "serverInfo");
    return info === undefined
      ? []
      : [{ kind: "top", came: `the result has serverInfo at its top: ${excerpt(info, 120)}` }];
  },
});

/** B01 to B05 and B07: the answer to `server/discover`. */
export const discoverShapeChecks: Check[] = [
  implemented,
  resultType,
  supportedVersions,
  capabilities,
  cacheHints,
  noTopLevelServerInfo,
];
