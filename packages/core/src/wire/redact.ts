import type { HeaderList } from "@mcptest/pack";
import { MIN_SECRET_LENGTH, searchFor } from "./secret-needles.js";
import { viewsOf } from "./secret-views.js";

/** What stands in the place of a secret. */
export const MASK = "[redacted]";

/** Headers whose values are masked whoever sent them. Session ids give access to a session, so they count. */
const SENSITIVE_HEADERS: ReadonlySet<string> = new Set([
  "authorization",
  "proxy-authorization",
  "cookie",
  "set-cookie",
  "x-api-key",
  "api-key",
  "x-auth-token",
  "x-access-token",
  "mcp-session-id",
]);

/** True when the value of the header `name` is masked in every record. */
export function isSensitiveHeader(name: string): boolean {
  return SENSITIVE_HEADERS.has(name.toLowerCase());
}

/** Masks a fixed set of secrets. */
export interface Redactor {
  /**
   * `text` with each occurrence of a secret masked, also where it is encoded, escaped or broken over lines; and 6 or more
   * characters of its beginning where the text was cut: before `…` and `...`, and at its end unless it is `whole`.
   */
  text(text: string, options?: { whole: boolean }): string;
  /**
   * A deep copy of a JSON-like value, keys, strings and numbers redacted. Own members only, `__proto__` included. A value
   * that is a string may have been cut at its end; strings inside an object or array are whole.
   */
  value<T>(value: T): T;
  /** Header lines: sensitive names masked, other values searched. */
  headers(headers: HeaderList): HeaderList;
}

/** Characters that are searched at once; bounds the memory that the views of a text take up. */
const BLOCK = 256 * 1024;
/** Nesting that is copied; what lies deeper is replaced. Above the limit of the wire by a wide margin. */
const MAX_DEPTH = 1_000;

/**
 * The one function that keeps secrets out of records, reports and output. By value: each of `secrets` as it is,
 * JSON-escaped, percent-encoded, as character references, in base64 and base64url of all three alignments, in hex, and
 * with line breaks inside, real or escaped; and the beginning of one where a text was cut. By name: {@link isSensitiveHeader}. Secrets shorter than 6 characters are
 * not searched for; the fields that hold them are masked where they are built. Made once for a run.
 */
export function createRedactor(secrets: Iterable<string>): Redactor {
  const search = searchFor(secrets);
  const overlap = search.longest * 12 + 64;

  function text(original: string, { whole } = { whole: false }): string {
    if (search.empty || original.length < MIN_SECRET_LENGTH) return original;
    const ranges: [start: number, end: number][] = [];
    for (let from = 0; from < original.length; from += BLOCK) {
      const block = original.length <= BLOCK ? original : original.slice(from, from + BLOCK + overlap);
      const endIsCut = !whole && from + block.length === original.length;
      for (const view of viewsOf(block)) {
        search.find(view.text, endIsCut, (start, end) => {
          const first = view.starts ? (view.starts[start] as number) : start;
          const last = view.ends ? (view.ends[end - 1] as number) : end;
          ranges.push([from + first, from + last]);
        });
      }
    }
    return ranges.length === 0 ? original : mask(original, ranges);
  }

  function wholeText(original: string): string {
    return text(original, { whole: true });
  }

  return {
    text,
    value: (value) => (typeof value === "string" ? (text(value) as typeof value) : copyOf(value, wholeText)),
    headers: (headers) => headers.map(([name, value]) => [name, isSensitiveHeader(name) ? MASK : wholeText(value)]),
  };
}

function mask(original: string, ranges: [start: number, end: number][]): string {
  ranges.sort((one, other) => one[0] - other[0]);
  let result = "";
  let at = 0;
  let masked = false;
  for (const [start, end] of ranges) {
    if (end <= at) continue;
    if (!masked || start > at) result += original.slice(at, start) + MASK;
    masked = true;
    at = end;
  }
  return result + original.slice(at);
}

/** A deep copy with `text` applied to every string; shared and circular references stay what they are. */
function copyOf<T>(value: T, text: (original: string) => string): T {
  const copies = new WeakMap<object, object>();

  function copy(item: unknown, depth: number): unknown {
    if (typeof item === "string") return text(item);
    if (typeof item === "number") return text(String(item)) === String(item) ? item : MASK;
    if (typeof item !== "object" || item === null) return item;
    if (depth > MAX_DEPTH) return "[nested too deep]";
    const known = copies.get(item);
    if (known) return known;
    if (ArrayBuffer.isView(item) || item instanceof ArrayBuffer || item instanceof Date) return item;
    if (Array.isArray(item)) {
      const list: unknown[] = [];
      copies.set(item, list);
      for (const entry of item) list.push(copy(entry, depth + 1));
      return list;
    }
    if (item instanceof Map) return new Map(copy([...item], depth + 1) as [unknown, unknown][]);
    if (item instanceof Set) return new Set(copy([...item], depth + 1) as unknown[]);
    const members = Object.create(Object.getPrototypeOf(item)) as object;
    copies.set(item, members);
    // An error's message and stack are own members that are not enumerable.
    const keys = item instanceof Error ? Object.getOwnPropertyNames(item) : Object.keys(item);
    for (const key of keys) {
      const member = copy((item as Record<string, unknown>)[key], depth + 1);
      define(members, text(key), member, Object.prototype.propertyIsEnumerable.call(item, key));
    }
    return members;
  }

  return copy(value, 0) as T;
}

/** Sets an own member whatever its name (`__proto__`), beside one that redaction gave the same name. */
function define(members: object, key: string, value: unknown, enumerable: boolean): void {
  let name = key;
  for (let count = 2; Object.hasOwn(members, name); count++) name = `${key} (${count})`;
  Object.defineProperty(members, name, { value, enumerable, writable: true, configurable: true });
}
