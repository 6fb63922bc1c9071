import { type Check, defineCheck, type Needs, type PackContext, type ValuesOf, type Verdict } from "@mcptest/pack";
import { LEGACY_TASKS_VERSION } from "./ids.js";
import type { TasksOptions } from "./options.js";

/** The first version of the pack with the checks of profile `full`. */
const SINCE = "1.0.0";

/** The three categories. */
export type Category = "dispatch" | "creation" | "lifecycle";

/** What differs between the checks of profile `full`. */
export interface FullCheck<N extends Needs>
  extends Pick<Check, "id" | "title" | "description" | "level" | "phase" | "reads" | "prepares"> {
  category: Category;
  /** Number in the wire contract. */
  contract: string;
  /** Section of the document where the rule stands. */
  section: string;
  /** Document of the rule. Default: `ext-tasks`, or `basic/utilities/tasks` on the wire of 2025-11-25. */
  source?: string;
  on?: Check["on"];
  mayChange?: boolean;
  needs?: N;
  run(values: ValuesOf<N>, verdict: Verdict, context: PackContext<TasksOptions>): Promise<void> | void;
}

/** A check of profile `full` on the extension wire (section I.3), unless `on` says otherwise. */
export function extensionCheck<N extends Needs = Record<never, never>>({
  contract,
  section,
  source = "ext-tasks",
  ...check
}: FullCheck<N>): Check {
  const rule = { contract, source, section, revision: "2026-07-28" };
  return defineCheck<N, TasksOptions>({
    on: { wire: "extension" },
    ...check,
    rule,
    since: SINCE,
    profiles: ["full"],
  });
}

/** A check of profile `full` on the wire of 2025-11-25 (section H.2). */
export function legacyCheck<N extends Needs = Record<never, never>>({
  contract,
  section,
  source = "basic/utilities/tasks",
  ...check
}: FullCheck<N>): Check {
  const rule = { contract, source, section, revision: LEGACY_TASKS_VERSION };
  return defineCheck<N, TasksOptions>({
    on: { wire: "legacy" },
    ...check,
    rule,
    since: SINCE,
    profiles: ["full"],
  });
}
