import { type Check, defineCheck, type Needs, type PackContext, type ValuesOf, type Verdict } from "@mcptest/pack";
import type { AppsOptions } from "./options.js";

/** The first version of the pack. */
const SINCE = "0.1.0";

/** The keys of `categorySummary`. */
export type Category =
  /** What is advertised, and what a client gets that does not declare the extension. */
  | "negotiation"
  /** `tools/list`. */
  | "tools"
  /** `resources/list` and `resources/read`. */
  | "resources"
  /** `tools/call`. */
  | "results"
  /** Views in a browser. */
  | "view";

/** The documents of the rules, and the revision of each. */
const SOURCES = {
  "ext-apps": "2026-01-26",
  "ext-apps draft": "draft",
  core: "2026-07-28",
  /** No text asks for it: a rule of this pack. */
  mcptest: undefined,
} as const;

/** What differs between the checks of this pack. */
export interface AppsCheck<N extends Needs>
  extends Pick<
    Check,
    "id" | "title" | "description" | "level" | "phase" | "on" | "mayChange" | "timeoutMs" | "profiles"
  > {
  /** `security`, `draft`, `interop`. */
  tags?: ("security" | "draft" | "interop")[];
  source: keyof typeof SOURCES;
  section?: string;
  needs?: N;
  run(values: ValuesOf<N>, verdict: Verdict, context: PackContext<AppsOptions>): Promise<void> | void;
}

function appsCheck<N extends Needs>(category: Category, { source, section, ...check }: AppsCheck<N>): Check {
  const revision = SOURCES[source];
  const rule = {
    contract: check.id,
    source,
    ...(section === undefined ? {} : { section }),
    ...(revision === undefined ? {} : { revision }),
  };
  return defineCheck<N, AppsOptions>({ ...check, category, rule, since: SINCE });
}

/** A check of what a server sends. */
export function wireCheck<N extends Needs = Record<never, never>>(
  check: AppsCheck<N> & { category: Exclude<Category, "view"> },
): Check {
  const { category, ...others } = check;
  return appsCheck(category, others);
}

/** A check of what a browser showed of a view. */
export function viewCheck<N extends Needs = Record<never, never>>(check: AppsCheck<N>): Check {
  return appsCheck("view", check);
}
