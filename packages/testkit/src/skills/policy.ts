import type { Json, JsonObject } from "@mcptest/pack";
import { SKILLS } from "./ids.js";

/** Decisions of the Skills server's own parts. */
export interface SkillsPolicy {
  /** The settings of the extension. Default: `{ directoryRead: true }`. */
  settings: Json;
  /** Where the skill of reviews stands: once for each address. Default: `skill://review/SKILL.md`. */
  reviewAt: readonly string[];
  /** So many small files more in the first skill. Default: 0. */
  many: number;
  /** The entry of a skill in `skills/list` and `skills/get`. Default: as it is. */
  entry(entry: JsonObject, method: "skills/list" | "skills/get"): JsonObject;
  /** The content item of a file, but for its URI; `uri` is that of the file at its first address. Default: as it is. */
  content(item: JsonObject, uri: string): JsonObject;
}

/** What the obeying Skills server decides. */
export function defaultSkillsPolicy(): SkillsPolicy {
  return {
    settings: { directoryRead: true },
    reviewAt: [SKILLS.review],
    many: 0,
    entry: (entry) => entry,
    content: (item) => item,
  };
}
