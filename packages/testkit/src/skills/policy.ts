import type { Json, JsonObject } from "@mcptest/pack";

/** Decisions of the Skills server's own parts. */
export interface SkillsPolicy {
  /** The settings of the extension. Default: `{ directoryRead: true }`. */
  settings: Json;
  /** The entry of a skill in `skills/list` and `skills/get`. Default: as it is. */
  entry(entry: JsonObject, method: "skills/list" | "skills/get"): JsonObject;
  /** The content item of a file, but for its URI. Default: as it is. */
  content(item: JsonObject, uri: string): JsonObject;
}

/** What the obeying Skills server decides. */
export function defaultSkillsPolicy(): SkillsPolicy {
  return { settings: { directoryRead: true }, entry: (entry) => entry, content: (item) => item };
}
