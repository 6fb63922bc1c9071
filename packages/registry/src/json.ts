import type { JsonObject } from "./types.js";

/** How deeply arguments may be nested, in levels of objects and arrays. */
export const MAX_DEPTH = 128;

/** True for an object that is neither `null` nor an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** True when objects and arrays are nested in `value` more than `limit` levels deep. Does not recurse. */
export function isDeeper(value: unknown, limit: number): boolean {
  const waiting: { node: unknown; depth: number }[] = [{ node: value, depth: 1 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next.node !== "object" || next.node === null) continue;
    if (next.depth > limit) return true;
    for (const node of Object.values(next.node)) waiting.push({ node, depth: next.depth + 1 });
  }
  return false;
}

/**
 * The JSON form of a value as a copy of its own; `undefined` where it has none, as a function.
 * @throws for a cycle and for a bigint
 */
export function jsonCopy(value: unknown): unknown {
  const text = JSON.stringify(value) as string | undefined;
  return text === undefined ? undefined : JSON.parse(text);
}

/** Freezes plain data to any depth, and returns it. */
export function deepFreeze<Value>(value: Value): Value {
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const node = waiting.pop();
    if (typeof node !== "object" || node === null || Object.isFrozen(node)) continue;
    Object.freeze(node);
    for (const child of Object.values(node)) waiting.push(child);
  }
  return value;
}
