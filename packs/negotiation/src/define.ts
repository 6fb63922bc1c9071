import { type Check, defineCheck, type Needs, type PackContext, type ValuesOf, type Verdict } from "@mcptest/pack";
import { MODERN_VERSION } from "./ids.js";
import type { NegotiationOptions } from "./options.js";

/** The first version of the pack. */
const SINCE = "0.1.0";

/** The keys of `categorySummary`. */
export type Category =
  /** JSON-RPC itself (A.1), and results (G.1, G.3). */
  | "messages"
  /** stdio (A.2), HTTP (A.3 to A.5). */
  | "transport"
  /** `server/discover` and lists (B). */
  | "discovery"
  /** Versions and eras (C, A104 and its like). */
  | "versions"
  /** `_meta` keys and identifiers (D). */
  | "ids"
  /** Extensions themselves (E). */
  | "extensions"
  /** Calls: progress, logs, input rounds (A22, A23, G.2). */
  | "calls"
  /** `subscriptions/listen` (F). */
  | "listen";

/** What differs between the checks of this pack. */
export interface NegotiationCheck<N extends Needs>
  extends Pick<
    Check,
    | "id"
    | "title"
    | "description"
    | "level"
    | "phase"
    | "on"
    | "reads"
    | "prepares"
    | "mayChange"
    | "tags"
    | "timeoutMs"
  > {
  category: Category;
  /** Numbers in the wire contract: `A05`, or `A15, A28`. */
  contract: string;
  /** Document of the rule, such as `basic/index` or `SEP-2133`. */
  source: string;
  section?: string;
  /** Default: the modern revision. */
  revision?: string;
  needs?: N;
  run(values: ValuesOf<N>, verdict: Verdict, context: PackContext<NegotiationOptions>): Promise<void> | void;
}

function ruleCheck<N extends Needs>(
  { contract, source, section, revision = MODERN_VERSION, ...check }: NegotiationCheck<N>,
  on: Check["on"],
): Check {
  const rule = { contract, source, ...(section === undefined ? {} : { section }), revision };
  return defineCheck<N, NegotiationOptions>({ ...check, on: { ...on, ...check.on }, rule, since: SINCE });
}

/** A check of a rule that holds in both eras. */
export function anyCheck<N extends Needs = Record<never, never>>(check: NegotiationCheck<N>): Check {
  return ruleCheck(check, {});
}

/** A check of a rule of 2026-07-28, on both transports. */
export function modernCheck<N extends Needs = Record<never, never>>(check: NegotiationCheck<N>): Check {
  return ruleCheck(check, { era: "modern" });
}

/** A check of a rule of 2026-07-28 over Streamable HTTP. */
export function modernHttpCheck<N extends Needs = Record<never, never>>(check: NegotiationCheck<N>): Check {
  return ruleCheck(check, { era: "modern", transport: "http" });
}

/** A check of a rule of the four older revisions. */
export function legacyCheck<N extends Needs = Record<never, never>>(check: NegotiationCheck<N>): Check {
  return ruleCheck(check, { era: "legacy" });
}

/** A check of a rule of Streamable HTTP in the older revisions, 2025-03-26 to 2025-11-25. */
export function legacyHttpCheck<N extends Needs = Record<never, never>>(check: NegotiationCheck<N>): Check {
  return ruleCheck(check, { era: "legacy", http: "streamable" });
}
