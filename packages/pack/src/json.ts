/** Any value that JSON can carry. */
export type Json = null | boolean | number | string | Json[] | JsonObject;

/** A JSON object. Keys may come from a server: look members up with {@link member}, never with a bare `object[key]`. */
export interface JsonObject {
  [key: string]: Json;
}

/** True for a JSON object: not `null`, not an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The own member `key` of `value`, or `undefined` when `value` is no object or has no such own member. */
export function member(value: unknown, key: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** The value at a path of own members and array indexes, or `undefined` where the path ends early. */
export function at(value: unknown, ...path: (string | number)[]): Json | undefined {
  let current: Json | undefined = value as Json | undefined;
  for (const step of path) {
    if (typeof step === "number") current = Array.isArray(current) ? current[step] : undefined;
    else current = member(current, step);
    if (current === undefined) return undefined;
  }
  return current;
}

/**
 * `value` as one line of JSON for a message, cut to `limit` characters (default 200). `undefined` gives `(absent)`; what
 * JSON cannot hold (a cycle, a bigint) gives `(no JSON)`. Never throws.
 */
export function excerpt(value: unknown, limit = 200): string {
  if (value === undefined) return "(absent)";
  const text = asJson(value);
  if (text === undefined) return "(no JSON)";
  return text.length <= limit ? text : `${cut(text, limit)}… (${text.length} characters)`;
}

/** JSON of any size of number: `1e400`, which JavaScript reads as infinite, must not look like the `null` of JSON. */
const TOO_LARGE = "(a number beyond 1.8e308)";

function asJson(value: unknown): string | undefined {
  if (isTooLarge(value)) return TOO_LARGE;
  try {
    return JSON.stringify(value, (_key, item: unknown) => (isTooLarge(item) ? TOO_LARGE : item));
  } catch {
    return undefined;
  }
}

function isTooLarge(value: unknown): boolean {
  return value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY;
}

/** The first `limit` UTF-16 units of `text`, one less where that would split a surrogate pair. */
function cut(text: string, limit: number): string {
  const last = text.charCodeAt(limit - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit);
}
