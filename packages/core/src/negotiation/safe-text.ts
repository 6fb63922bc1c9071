import { excerpt } from "@mcptest/pack";

/** Characters that a terminal or a log would obey or hide: controls, line separators, direction and zero-width marks. */
const UNSAFE = /[\x00-\x1f\x7f-\x9f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

/** Untrusted text in double quotes: one line, cut to `limit` UTF-16 units, everything unprintable escaped. */
export function quoted(text: string, limit = 160): string {
  return safeJson(cut(text, limit), Number.POSITIVE_INFINITY);
}

/** The same without quotes, for text of the user. */
export function plain(text: string, limit: number): string {
  return escaped(cut(text, limit));
}

/** An untrusted value as one line of JSON, cut to `limit` UTF-16 units, everything unprintable escaped. */
export function safeJson(value: unknown, limit = 160): string {
  return escaped(excerpt(value, limit));
}

function escaped(text: string): string {
  return text.replace(UNSAFE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function cut(text: string, limit: number): string {
  return text.length > limit ? `${text.slice(0, limit)}…` : text;
}
