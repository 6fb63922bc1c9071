import { excerpt, type JsonObject, member } from "@mcptest/pack";

/** The results that carry cache hints (2026-07-28 server/utilities/caching; J25). No other has them to judge (J28). */
export const CACHEABLE: readonly string[] = [
  "server/discover",
  "tools/list",
  "prompts/list",
  "resources/list",
  "resources/templates/list",
  "resources/read",
];

/** The hints that are not there, by name. */
export function missingHints(result: JsonObject): string[] {
  return ["ttlMs", "cacheScope"].filter((name) => member(result, name) === undefined);
}

/** What is wrong with a `ttlMs` that is there: an integer of milliseconds, 0 or more (G31). */
export function ttlProblem(result: JsonObject): string | undefined {
  const value = member(result, "ttlMs");
  if (value === undefined || (typeof value === "number" && Number.isInteger(value) && value >= 0)) return undefined;
  return `ttlMs is ${excerpt(value, 80)} and not an integer of milliseconds from 0 on`;
}

/** What is wrong with a `cacheScope` that is there (G32). */
export function scopeProblem(result: JsonObject): string | undefined {
  const value = member(result, "cacheScope");
  if (value === undefined || value === "public" || value === "private") return undefined;
  return `cacheScope is ${excerpt(value, 80)} and neither "public" nor "private"`;
}
