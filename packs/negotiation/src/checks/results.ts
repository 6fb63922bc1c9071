import { type Check, excerpt, isObject, member } from "@mcptest/pack";
import { CACHEABLE, missingHints, scopeProblem, ttlProblem } from "../cache-hints.js";
import { modernCheck, type NegotiationCheck } from "../define.js";
import { advertisedIds, advertisements } from "../extensions/advertisements.js";
import { ownerOfResultType } from "../extensions/result-type.js";
import { lists } from "../lists.js";
import { isComplete, type ModernResult, resultsOf } from "../modern-results.js";
import { readResource } from "../read-resource.js";
import { passive, recorded } from "../record.js";
import { declaredIn } from "../sent.js";
import { report, type Sighting } from "../sightings.js";
import { cacheScopePages } from "./cache-scope-pages.js";

const DISCOVER = "server/discover";

/** One thing that is wrong with a result. */
type Wrong = Pick<Sighting, "kind"> & { came: string };

type ResultCheck = Pick<NegotiationCheck<never>, "id" | "title" | "description" | "contract" | "source" | "section"> & {
  rule: string;
  fix: string;
  /** Extensions that the server advertises, by id. */
  judge(result: ModernResult, advertised: readonly string[]): Wrong[];
};

/** A check of every result of the lane but those of `server/discover`, which B02 and B05 judge. */
function resultCheck({ rule, fix, judge, ...check }: ResultCheck): Check {
  return modernCheck({
    ...passive,
    prepares: { lists, readResource },
    ...check,
    category: "messages",
    level: "must",
    async run(_values, verdict, context) {
      const results = resultsOf(await recorded(context)).filter(({ method }) => method !== DISCOVER);
      if (results.length === 0) return verdict.notApplicable("no result came but that of server/discover");
      const advertised = advertisedIds(await advertisements(context));
      report(
        verdict,
        results.flatMap((result) =>
          judge(result, advertised).map(({ kind, came }) => {
            const { exchange, method } = result;
            return { kind, subject: method, exchange: exchange.number, finding: { sent: method, came, rule, fix } };
          }),
        ),
      );
    },
  });
}

/** G01. */
const present = resultCheck({
  id: "result-type-present",
  title: "Every result has a resultType",
  description: "Every result has a resultType that is a string, acknowledgements and empty results too.",
  contract: "G01",
  source: "basic/index",
  section: "Result Responses",
  rule: "G01: every result of 2026-07-28 has a string resultType",
  fix: 'send "resultType": "complete" with every ordinary result, in the one place where results are sent',
  judge({ result }) {
    const value = member(result, "resultType");
    if (typeof value === "string") return [];
    if (value === undefined)
      return [{ kind: "missing", came: `the result has no resultType: ${excerpt(result, 160)}` }];
    return [{ kind: "type", came: `resultType is ${excerpt(value, 80)} and not a string` }];
  },
});

/** G02. */
const value = resultCheck({
  id: "result-type-value",
  title: "resultType has a value that is defined",
  description: "resultType is complete, input_required, or a value that an extension could define.",
  contract: "G02",
  source: "basic/index",
  section: "Result Responses",
  rule: "G02: resultType is complete, input_required or a value of an extension that is active for the request",
  fix: 'send "complete" with a result that is whole; clients take an unknown value for an invalid response',
  judge({ result, exchange }, advertised) {
    const given = member(result, "resultType");
    if (typeof given !== "string") return [];
    const extensions = member(declaredIn(exchange), "extensions");
    const declared = isObject(extensions) ? Object.keys(extensions) : [];
    if (ownerOfResultType(given, advertised, declared) !== "nobody") return [];
    return [{ kind: given.slice(0, 80), came: `resultType is ${excerpt(given, 80)}` }];
  },
});

/** Judges `complete` results of the methods whose results can be cached, and no others (J28). */
function onCacheable(judge: ResultCheck["judge"]): ResultCheck["judge"] {
  return (result, advertised) =>
    CACHEABLE.includes(result.method) && isComplete(result) ? judge(result, advertised) : [];
}

const CACHING = { source: "server/utilities/caching", section: "Cache Hints" } as const;

/** G30. */
const hintsPresent = resultCheck({
  ...CACHING,
  id: "cache-hints-present",
  title: "What can be cached says how long",
  description: "Results of the four lists and of resources/read have ttlMs and cacheScope.",
  contract: "G30",
  rule: "G30: a complete result of a list or of resources/read has ttlMs and cacheScope",
  fix: 'send both, such as "ttlMs": 0, "cacheScope": "private" for what nobody is to keep',
  judge: onCacheable(({ result }) =>
    missingHints(result).map((name) => ({ kind: name, came: `the result has no ${name}` })),
  ),
});

/** G31. */
const ttlValid = resultCheck({
  ...CACHING,
  id: "cache-ttl-valid",
  title: "ttlMs is an integer from 0 on",
  description: "ttlMs of a result that can be cached is an integer of milliseconds, 0 or more.",
  contract: "G31",
  rule: "G31: ttlMs is an integer of milliseconds, 0 or more",
  fix: "send a whole number; 0 says that the result is stale at once, and there is no value for never",
  judge: onCacheable(({ result }) => wrong("ttlMs", ttlProblem(result))),
});

/** G32. */
const scopeValid = resultCheck({
  ...CACHING,
  id: "cache-scope-valid",
  title: "cacheScope is public or private",
  description: "cacheScope of a result that can be cached is public or private.",
  contract: "G32",
  rule: "G32: cacheScope is public or private",
  fix: 'send "private" for what depends on who asks, else "public"',
  judge: onCacheable(({ result }) => wrong("cacheScope", scopeProblem(result))),
});

function wrong(kind: string, came: string | undefined): Wrong[] {
  return came === undefined ? [] : [{ kind, came }];
}

/** Checks of results: G.1 and G.3. */
export const resultsChecks: Check[] = [present, value, hintsPresent, ttlValid, scopeValid, cacheScopePages];
