import { advertisedExtensions, type JsonObject } from "@mcptest/pack";
import { SKILLS } from "../ids.js";

/** Extensions of one server that calls are repeated for. */
const MOST_EXTENSIONS = 8;

/**
 * The advertised extensions that a client could declare, at most eight: their id is one, their settings are an object, and
 * a client setting exists (for Skills there is none).
 */
export function declarable(capabilities: JsonObject): string[] {
  return advertisedExtensions(capabilities)
    .extensions.filter(({ id, grammar, settingsOk }) => grammar === "ok" && settingsOk && id !== SKILLS)
    .slice(0, MOST_EXTENSIONS)
    .map(({ id }) => id);
}

/** `{ [id]: {} }` for each id. */
export function declaring(ids: readonly string[]): Record<string, JsonObject> {
  return Object.fromEntries(ids.map((id) => [id, {}]));
}
