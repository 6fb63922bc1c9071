import type { Json, JsonObject } from "@mcptest/pack";

/** Characters of a message, a reason or a warning. */
const MAX_MESSAGE = 4_000;
/** Characters that are read of a longer text at all. */
const MAX_READ = 64 * 1024;
/** What one JSON value of a pack may hold in the report. */
const MAX_DEPTH = 20;
const MAX_VALUES = 10_000;
const MAX_CHARACTERS = MAX_READ;

/** `text` cut to `limit` characters (default {@link MAX_MESSAGE}), with `…` where it is cut. Never splits a surrogate pair. */
export function boundedText(text: unknown, limit = MAX_MESSAGE): string {
  const whole = typeof text === "string" ? text : String(text);
  if (whole.length <= limit) return whole;
  const last = whole.charCodeAt(limit - 2);
  return `${whole.slice(0, last >= 0xd800 && last <= 0xdbff ? limit - 2 : limit - 1)}…`;
}

/**
 * A text of a pack for the report: secrets masked, then cut. Masking comes first, since the rest of a secret that is
 * cut off could not be recognised.
 */
export function reportText(text: unknown, redact: <T>(value: T) => T, limit = MAX_MESSAGE): string {
  return boundedText(redact(boundedText(text, MAX_READ)), limit);
}

/**
 * Any value of a pack as JSON for the report: secrets masked; cycles, functions and what is too deep or too much
 * replaced by a text that says so; own members only. Throws what a getter of the value throws.
 */
export function reportJson(value: unknown, redact: <T>(value: T) => T): Json {
  const path = new Set<object>();
  let values = 0;
  let characters = 0;

  function text(original: string): string {
    const result = reportText(original, redact, MAX_READ);
    characters += result.length;
    return characters > MAX_CHARACTERS ? "(left out: too long)" : result;
  }

  function copy(item: unknown, depth: number): Json {
    if (++values > MAX_VALUES) return "(left out: too many values)";
    if (item === null || typeof item === "boolean") return item;
    if (typeof item === "number") return Number.isFinite(item) ? redact(item) : String(item);
    if (typeof item === "string") return text(item);
    if (typeof item === "bigint") return text(String(item));
    if (item instanceof Date) return String(item.toJSON());
    if (item instanceof Error) return text(`${item.name}: ${item.message}`);
    if (typeof item !== "object") return `(${typeof item})`;
    if (path.has(item)) return "(circular)";
    if (depth >= MAX_DEPTH) return "(left out: nested too deep)";
    path.add(item);
    const result = Array.isArray(item) ? list(item, depth) : members(item, depth);
    path.delete(item);
    return result;
  }

  function list(items: unknown[], depth: number): Json[] {
    const result: Json[] = [];
    for (const item of items) {
      if (values > MAX_VALUES) break;
      result.push(item === undefined ? null : copy(item, depth + 1));
    }
    return result;
  }

  function members(item: object, depth: number): JsonObject {
    const result: [string, Json][] = [];
    for (const [key, member] of Object.entries(item)) {
      if (values > MAX_VALUES) break;
      if (member !== undefined) result.push([text(key), copy(member, depth + 1)]);
    }
    return Object.fromEntries(result);
  }

  return copy(value, 0);
}
