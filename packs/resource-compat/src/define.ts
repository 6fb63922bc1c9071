import {
  type Check,
  defineCheck,
  type Finding,
  type Needs,
  type PackContext,
  say,
  type ValuesOf,
  type Verdict,
} from "@mcptest/pack";
import { type Section, SOURCE } from "./ids.js";
import type { CompatOptions } from "./options.js";

/** The first version of the pack. */
const SINCE = "0.1.0";

/** The keys of `categorySummary`. */
export type Category =
  /** What the connection itself says of extensions. */
  | "boundary"
  /** The lists and the manifest. */
  | "interface"
  /** What a read gives. */
  | "reads"
  /** Methods that were called by name. */
  | "calls";

/** What differs between the checks of this pack. */
export interface CompatCheck<N extends Needs>
  extends Pick<Check, "id" | "title" | "description" | "phase" | "reads" | "prepares" | "mayChange" | "timeoutMs"> {
  category: Category;
  level: "must" | "should";
  section: Section;
  needs?: N;
  run(values: ValuesOf<N>, verdict: Verdict, context: PackContext<CompatOptions>): Promise<void> | void;
}

/** A check of the convention. It is never a rule of MCP, and looks at the revisions before 2026-07-28. */
export function compatCheck<N extends Needs = Record<never, never>>({ section, ...check }: CompatCheck<N>): Check {
  const rule = { source: SOURCE, section };
  return defineCheck<N, CompatOptions>({ ...check, on: { era: "legacy" }, rule, since: SINCE });
}

/** A finding as three lines. Its rule is one of the convention, and says so. */
export function told(finding: Omit<Finding, "rule"> & { asks: string }): string {
  const { asks, ...others } = finding;
  return say({ ...others, rule: `of ${SOURCE}: ${asks}` });
}
