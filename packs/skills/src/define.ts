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
import type { SkillsOptions } from "./options.js";

/** The first version of the pack. */
const SINCE = "0.1.0";

/** The keys of `categorySummary`. */
export type Category =
  /** What is advertised. */
  | "negotiation"
  /** `skills/list` and `skills/get`: entries and what they name. */
  | "listing"
  /** Front matter. */
  | "skill"
  /** The files themselves. */
  | "files"
  /** `resources/directory/read`. */
  | "directories";

/** The documents of the rules. */
type Source = "ext-skills" | "agent-skills" | "core" | "mcptest";

/** What differs between the checks of this pack. */
export interface SkillsCheck<N extends Needs>
  extends Pick<Check, "id" | "title" | "description" | "level" | "on" | "timeoutMs"> {
  category: Category;
  tags?: "security"[];
  source: Source;
  section?: string;
  needs?: N;
  phase?: Check["phase"];
  run(values: ValuesOf<N>, verdict: Verdict, context: PackContext<SkillsOptions>): Promise<void> | void;
}

/** A check of this pack. */
export function skillsCheck<N extends Needs = Record<never, never>>({
  source,
  section,
  phase = "probe",
  ...check
}: SkillsCheck<N>): Check {
  const rule = { contract: check.id, source, ...(section === undefined ? {} : { section }) };
  return defineCheck<N, SkillsOptions>({ ...check, phase, rule, since: SINCE });
}

/** A finding as three lines. `rule` is the id of the check and what it asks. */
export function tell({ id, rule, ...others }: Finding & { id: string }): string {
  return say({ ...others, rule: `${id}: ${rule}` });
}

/** The first few of a list, and how many more there are. */
export function few(texts: readonly string[], most = 3): string {
  const more = texts.length > most ? ` and ${texts.length - most} more` : "";
  return `${texts.slice(0, most).join("; ")}${more}`;
}
