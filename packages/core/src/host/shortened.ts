import { createHash } from "node:crypto";
import type { Json, JsonObject } from "@mcptest/pack";

/** Characters above which a text is shortened; only bodies that a record cuts can hold such a text. */
export const LONG_TEXT = 64 * 1024;
/** Characters of its beginning that stay. */
const BEGINNING = 1024;
/** What a value and a name take up beside their characters, roughly. */
const VALUE_BYTES = 32;

/** A value without its long texts. */
export interface Shortened {
  value: Json;
  /** What it takes up in memory, roughly. */
  bytes: number;
}

/**
 * `value` with each text above {@link LONG_TEXT} in place of which its beginning, its length and its SHA-256 stand: equal
 * texts stay equal, and different ones different. The rest is a copy.
 */
export function shortened(value: Json): Shortened {
  let bytes = 0;

  function text(original: string): string {
    const result = original.length > LONG_TEXT ? beginningOf(original) : original;
    bytes += VALUE_BYTES + result.length;
    return result;
  }

  function copy(item: Json): Json {
    if (typeof item === "string") return text(item);
    bytes += VALUE_BYTES;
    if (Array.isArray(item)) return item.map(copy);
    if (typeof item !== "object" || item === null) return item;
    const members: JsonObject = {};
    for (const [key, member] of Object.entries(item)) {
      const own = { value: copy(member), enumerable: true, writable: true, configurable: true };
      Object.defineProperty(members, text(key), own);
    }
    return members;
  }

  return { value: copy(value), bytes };
}

function beginningOf(text: string): string {
  const hash = createHash("sha256").update(text).digest("hex");
  // A new text: a slice would keep the whole alive.
  const beginning = Buffer.from(text.slice(0, BEGINNING), "utf16le").toString("utf16le");
  return `${beginning}… (${text.length} characters, SHA-256 ${hash})`;
}
