import type { Json } from "@mcptest/pack";

/** Levels that are searched, and values. */
const DEEPEST = 20;
const MOST_VALUES = 5_000;

/** Where a text stands in a value: the first place, as a path. */
export function placeOf(text: string, value: Json): (string | number)[] | undefined {
  let left = MOST_VALUES;
  function search(item: Json, path: (string | number)[]): (string | number)[] | undefined {
    if (item === text) return path;
    if (typeof item !== "object" || item === null || path.length > DEEPEST || left-- <= 0) return undefined;
    const entries: [string | number, Json][] = Array.isArray(item) ? [...item.entries()] : Object.entries(item);
    for (const [key, one] of entries) {
      const found = search(one, [...path, key]);
      if (found) return found;
    }
    return undefined;
  }
  return search(value, []);
}
