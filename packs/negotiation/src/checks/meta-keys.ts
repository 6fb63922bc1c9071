import { type Check, type Exchange, excerpt, type Json } from "@mcptest/pack";
import { anyCheck, modernCheck, type NegotiationCheck } from "../define.js";
import { lists } from "../lists.js";
import { grammarProblem, reservedProblem, reversedDnsProblem } from "../meta-key.js";
import { type Meta, metasIn } from "../metas.js";
import { readResource } from "../read-resource.js";
import { passive, recorded } from "../record.js";
import { report, type Sighting } from "../sightings.js";
import { TRACE_KEYS, traceProblem } from "../trace-context.js";

/** The revisions whose `_meta` keys have a grammar, and those with today's rule for prefixes (D.1). */
const WITH_GRAMMAR = ["2025-06-18", "2025-11-25", "2026-07-28"];
const WITH_PREFIXES = ["2025-11-25", "2026-07-28"];

/** A `_meta` of a message of the server. */
interface Found extends Meta {
  exchange: Exchange;
}

/** One thing that is wrong with a key. */
type Wrong = Pick<Sighting, "kind"> & { key: string; came: string };

type MetaCheck = Pick<NegotiationCheck<never>, "id" | "title" | "description" | "level" | "contract"> & {
  on?: Check["on"];
  rule: string;
  fix: string;
  judge(meta: Meta["meta"], version: string): Wrong[];
};

/** A check of every `_meta` that the server has sent on the lane. */
function metaCheck({ rule, fix, judge, ...check }: MetaCheck, define: typeof anyCheck): Check {
  return define({
    ...passive,
    prepares: { lists, readResource },
    category: "ids",
    source: "basic/index",
    section: "_meta",
    ...check,
    async run(_values, verdict, context) {
      const found = metasOf(await recorded(context));
      if (found.length === 0) return verdict.notApplicable("the server sent no _meta");
      const { protocolVersion } = context.negotiated;
      report(
        verdict,
        found.flatMap(({ where, meta, exchange }) =>
          judge(meta, protocolVersion).map(({ kind, key, came }) => {
            const finding = { sent: exchange.method ?? "nothing", came: `_meta of ${where}: ${came}`, rule, fix };
            return { kind, subject: key, exchange: exchange.number, finding };
          }),
        ),
      );
    },
  });
}

function metasOf(exchanges: readonly Exchange[]): Found[] {
  return exchanges.flatMap((exchange) =>
    exchange.messages.flatMap(({ json }) =>
      (Array.isArray(json) ? json : [json ?? null]).flatMap((message: Json) =>
        metasIn(message, exchange.method).map((meta) => ({ ...meta, exchange })),
      ),
    ),
  );
}

/** What a rule about single keys says of each of them. */
function perKey(problemOf: (key: string, version: string) => string | undefined): MetaCheck["judge"] {
  return (meta, version) =>
    Object.keys(meta).flatMap((key) => {
      const problem = problemOf(key, version);
      return problem === undefined ? [] : [{ kind: "key", key, came: `the key ${excerpt(key, 100)}. ${problem}` }];
    });
}

/** D01. */
const grammar = metaCheck(
  {
    id: "meta-key-grammar",
    title: "_meta keys have their form",
    description: "Every _meta key has the form name or prefix/name, wherever a schema defines _meta.",
    level: "must",
    contract: "D01",
    on: { protocolVersion: WITH_GRAMMAR },
    rule: "D01: a _meta key is a name, or a reversed domain, a slash and a name, of ASCII letters, digits, dots, hyphens and underscores",
    fix: "rename the key, such as com.example/my-key; prefix labels begin with a letter, and nothing ends with a hyphen",
    judge: perKey(grammarProblem),
  },
  anyCheck,
);

/** D02. */
const reverseDns = metaCheck(
  {
    id: "meta-key-reverse-dns",
    title: "Prefixes of _meta keys are reversed domains",
    description: "The prefix of a _meta key is a reversed domain, such as com.example/.",
    level: "should",
    contract: "D02",
    on: { protocolVersion: WITH_PREFIXES },
    rule: "D02: the prefix of a _meta key is a domain in reversed notation",
    fix: "write com.example/my-key for what belongs to example.com",
    judge: perKey(reversedDnsProblem),
  },
  anyCheck,
);

/** D03. */
const reserved = metaCheck(
  {
    id: "meta-key-reserved",
    title: "Reserved _meta prefixes have only known keys",
    description:
      "Under a prefix that is reserved for MCP stand only keys of the specification and of official extensions.",
    level: "should",
    contract: "D03",
    on: { protocolVersion: WITH_PREFIXES },
    rule: "D03: a prefix whose second label is modelcontextprotocol or mcp is reserved for MCP",
    fix: "use a prefix of your own, the reversed form of a domain that you control",
    judge: perKey(reservedProblem),
  },
  anyCheck,
);

/** D07. */
const traceFormat = metaCheck(
  {
    id: "meta-trace-format",
    title: "Trace context has its format",
    description: "traceparent, tracestate and baggage in _meta follow W3C Trace Context and W3C Baggage.",
    level: "must",
    contract: "D07",
    rule: "D07: traceparent, tracestate and baggage in _meta have the formats of W3C Trace Context and W3C Baggage",
    fix: "pass on what the tracing library gives, unchanged, or leave the key out where there is no trace",
    judge: (meta) =>
      TRACE_KEYS.flatMap((key) => {
        const problem = Object.hasOwn(meta, key) ? traceProblem(key, meta[key]) : undefined;
        return problem === undefined ? [] : [{ kind: "value", key, came: `${key}: ${problem}` }];
      }),
  },
  modernCheck,
);

/** Checks of `_meta` keys: D01 to D03 and D07. */
export const metaKeysChecks: Check[] = [grammar, reverseDns, reserved, traceFormat];
