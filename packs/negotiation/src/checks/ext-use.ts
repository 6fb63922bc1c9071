import { type Check, canonicalExtensionId, type Exchange, excerpt, isObject, member, resultOf } from "@mcptest/pack";
import { callTarget, sayWithoutCall } from "../call-target.js";
import { modernCheck } from "../define.js";
import { advertisedIds, advertisements, NONE_ADVERTISED } from "../extensions/advertisements.js";
import { extensionCalls } from "../extensions/calls.js";
import { ownerOfResultType, type ResultTypeOwner } from "../extensions/result-type.js";
import { tracesOf } from "../extensions/traces.js";
import { SKILLS, TASKS } from "../ids.js";
import { lists } from "../lists.js";
import { passive, recorded } from "../record.js";
import { declaredIn, declaresExtension } from "../sent.js";
import { report, type Sighting } from "../sightings.js";

/** The check whose own probes show what it says about them: E05 leaves them to it. */
const STATELESS = "rpc-stateless";

/** E05. */
const undeclared = modernCheck({
  ...passive,
  prepares: { calls: extensionCalls, call: callTarget },
  id: "ext-no-use-undeclared",
  category: "extensions",
  title: "Nothing of an extension for a request that does not declare it",
  description:
    "A request that does not declare an extension is answered so that a client of the core protocol alone can use it: no resultType and no notification that only the extension defines, and nothing missing that the core asks for.",
  level: "must",
  contract: "E05",
  source: "basic/versioning",
  section: "Extension Negotiation",
  async run(_values, verdict, context) {
    const ids = advertisedIds(await advertisements(context)).filter((id) => id !== SKILLS);
    const judged = (await recorded(context)).filter(({ tags }) => tags.check !== STATELESS);
    report(verdict, [
      ...judged.flatMap((exchange) => replaced(exchange, ids)),
      ...(ids.includes(TASKS) ? judged.flatMap(ownNotification) : []),
    ]);
    if (ids.length === 0) verdict.notApplicable(NONE_ADVERTISED);
    else sayWithoutCall(verdict, context, judged);
  },
});

/** E15. */
const resultType = modernCheck({
  ...passive,
  prepares: { calls: extensionCalls },
  id: "ext-result-type-known",
  category: "extensions",
  title: "A resultType of an extension only where it is advertised",
  description:
    "A resultType other than complete and input_required belongs to an extension that server/discover advertises.",
  level: "must",
  contract: "E15",
  source: "basic/index",
  section: "ResultType",
  async run(_values, verdict, context) {
    const list = await advertisements(context);
    if (list.length === 0) return verdict.notApplicable("server/discover gave no capabilities");
    const ids = advertisedIds(list);
    report(
      verdict,
      (await recorded(context)).flatMap((exchange): Sighting[] => {
        const value = resultTypeOf(exchange);
        if (value === undefined || ownerIn(exchange, value, ids) !== "unadvertised") return [];
        return [
          {
            kind: value,
            subject: exchange.method ?? "",
            exchange: exchange.number,
            finding: {
              sent: sentAs(exchange),
              came: `resultType is ${excerpt(value, 80)}, and server/discover advertises no extension that could define it`,
              rule: "E15: a resultType besides complete and input_required comes from an extension that the server advertises",
              fix: "list the extension under capabilities.extensions of server/discover, or answer with resultType complete",
            },
          },
        ];
      }),
    );
  },
});

/** E12. */
const advertised = modernCheck({
  ...passive,
  prepares: { lists },
  id: "ext-advertised-in-discover",
  category: "extensions",
  title: "An extension that is used is advertised",
  description:
    "What a server shows of an extension (its methods, its notifications, its keys in _meta, skill:// resources, a -32021 that asks for it) belongs to one that server/discover lists.",
  level: "should",
  contract: "E12",
  source: "extensions/overview",
  section: "Server Capabilities",
  async run(_values, verdict, context) {
    const list = await advertisements(context);
    if (list.length === 0) return verdict.notApplicable("server/discover gave no capabilities");
    const ids = new Set(advertisedIds(list));
    const used = (await recorded(context)).flatMap(tracesOf).filter(({ id }) => !ids.has(canonicalExtensionId(id)));
    report(
      verdict,
      used.map(({ id, kind, what, exchange }) => ({
        kind,
        subject: id,
        exchange: exchange.number,
        finding: {
          sent: sentAs(exchange),
          came: `${what}; server/discover does not list ${excerpt(id, 100)}`,
          rule: "E12: a server lists every extension that it uses in server/discover, where clients look for it",
          fix: `add ${excerpt(id, 100)}: {} to capabilities.extensions, or leave the extension out`,
        },
      })),
    );
  },
});

/** A `resultType` that the request did not ask for, or a call result without the member that the core asks for. */
function replaced(exchange: Exchange, ids: readonly string[]): Sighting[] {
  const value = resultTypeOf(exchange);
  const base = { subject: exchange.method ?? "", exchange: exchange.number };
  const fix =
    "look at the clientCapabilities of each request; where they do not declare the extension, answer as without it, or with -32021";
  const sent = sentAs(exchange);
  if (value !== undefined && ownerIn(exchange, value, ids) === "undeclared") {
    const came = `resultType is ${excerpt(value, 80)}, which only an extension defines, and the request declared ${declaredWords(exchange)}`;
    const rule = "E05: without the declaration on that very request the answer has a resultType of the core protocol";
    return [{ ...base, kind: "resultType", finding: { sent, came, rule, fix } }];
  }
  const result = resultOf(exchange);
  if (exchange.method !== "tools/call" || !isObject(result) || (value !== undefined && value !== "complete")) return [];
  if (ids.length === 0 || Array.isArray(member(result, "content"))) return [];
  if (ids.some((id) => declaresExtension(exchange, id))) return [];
  const came = `the result has no array content, ${excerpt(result, 160)}`;
  const rule = "E05: what the core protocol asks for is there, also where an extension has something of its own for it";
  return [{ ...base, kind: "content", finding: { sent, came, rule, fix } }];
}

/** A notification of an extension that the pack knows, in an exchange whose request does not declare it. */
function ownNotification(exchange: Exchange): Sighting[] {
  if (declaresExtension(exchange, TASKS)) return [];
  const has = exchange.messages.some(({ json }) => member(json, "method") === "notifications/tasks");
  if (!has) return [];
  return [
    {
      kind: "notification",
      subject: "notifications/tasks",
      exchange: exchange.number,
      finding: {
        sent: sentAs(exchange),
        came: `notifications/tasks came, and the request declared ${declaredWords(exchange)}`,
        rule: "E05: a notification of an extension goes to requests that declare the extension",
        fix: "send it on the stream of a request that declares the extension and asks for it, or not at all",
      },
    },
  ];
}

/** `resultType` of a result. That of `server/discover` is B02's. */
function resultTypeOf(exchange: Exchange): string | undefined {
  if (exchange.method === "server/discover") return undefined;
  const value = member(resultOf(exchange), "resultType");
  return typeof value === "string" ? value : undefined;
}

function ownerIn(exchange: Exchange, value: string, ids: readonly string[]): ResultTypeOwner {
  return ownerOfResultType(value, ids, declaredIds(exchange));
}

function declaredIds(exchange: Exchange): string[] {
  const extensions = member(declaredIn(exchange), "extensions");
  return isObject(extensions) ? Object.keys(extensions) : [];
}

function declaredWords(exchange: Exchange): string {
  const ids = declaredIds(exchange);
  return ids.length === 0 ? "no extension" : `only ${excerpt(ids, 120)}`;
}

/** What was sent, as a clause. */
function sentAs({ method, request }: Exchange): string {
  return request === null ? "unasked" : (method ?? "a request");
}

export const useChecks: Check[] = [undeclared, resultType, advertised];
