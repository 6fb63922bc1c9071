import { excerpt, isObject, type Json, type JsonObject } from "@mcptest/pack";
import type { Listing } from "./listing.js";

/** Levels of nesting that are compared; what lies deeper counts as equal. */
const DEEPEST = 20;
/** Differences that are told. */
const MOST = 3;

/** The entries of a list as texts that are equal for equal entries, whatever the order of their members. */
export function entrySet({ pages }: Listing): Set<string> {
  return new Set(pages.flatMap(({ entries }) => entries.map((entry) => canonicalText(entry))));
}

/** The members of a manifest so. */
export function manifestSet(manifest: JsonObject): Set<string> {
  return new Set(Object.entries(manifest).map(([name, value]) => `${JSON.stringify(name)}: ${canonicalText(value)}`));
}

/** What one has and the other has not, in words, the first three. */
export function differences(before: ReadonlySet<string>, after: ReadonlySet<string>): string[] {
  const gone = [...before]
    .filter((text) => !after.has(text))
    .map((text) => `only the first reading has ${excerpt(text)}`);
  const added = [...after]
    .filter((text) => !before.has(text))
    .map((text) => `only the second reading has ${excerpt(text)}`);
  const all = [...gone, ...added];
  return all.length === 0 ? [] : [all.slice(0, MOST).join("; ")];
}

/** A text that is equal for equal JSON: the order of members and of items does not count, and neither does `_meta`. */
export function canonicalText(value: Json, depth = 0): string {
  if (depth > DEEPEST) return "…";
  if (Array.isArray(value))
    return `[${value
      .map((item) => canonicalText(item, depth + 1))
      .sort()
      .join()}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).filter(([key]) => key !== "_meta");
  return `{${members
    .map(([key, item]) => `${JSON.stringify(key)}:${canonicalText(item, depth + 1)}`)
    .sort()
    .join()}}`;
}
