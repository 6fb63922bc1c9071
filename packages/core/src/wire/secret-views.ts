/**
 * A text as somebody reads it who undoes one more level of writing: without line breaks, without backslash escapes,
 * without percent encoding and character references. Each character knows the range of the original it stands for;
 * without `starts` and `ends` the view is the original itself.
 */
export interface TextView {
  text: string;
  starts?: Uint32Array;
  ends?: Uint32Array;
}

/** `text` without line breaks, spaces and tabs. */
export function withoutBlanks(text: string): string {
  return text.replace(/[ \t\r\n]+/g, "");
}

/** Escapes inside escapes that are undone: a tool result may carry JSON in a JSON string, with a URL in it. */
const MAX_LEVELS = 3;

/**
 * The views of `text` to search: as it is, and after each order of undoing backslash escapes and web escapes that makes
 * a difference. A view from which something was undone, or whose text has line breaks, has no blanks either, because the
 * continuation of a broken line may be indented.
 */
export function viewsOf(text: string): TextView[] {
  const first: TextView = /[\r\n]/.test(text) ? rewrite({ text }, NOTHING) : { text };
  const views = [first];
  const known = new Set([first.text]);
  let newest = views;
  for (let level = 0; level < MAX_LEVELS && newest.length > 0; level++) {
    newest = newest.flatMap((view) => [BACKSLASH, WEB].flatMap((escapes) => without(view, escapes, known)));
    views.push(...newest);
  }
  return views;
}

function without(view: TextView, escapes: Escapes, known: Set<string>): TextView[] {
  if (!escapes.test.test(view.text)) return [];
  const next = rewrite(view, escapes);
  if (known.has(next.text)) return [];
  known.add(next.text);
  return [next];
}

/** One kind of escapes. */
interface Escapes {
  /** True for a text that holds one, or something very like it. */
  test: RegExp;
  /** Codes of the characters with which an escape begins. */
  leads: readonly number[];
  decode: Decoder;
}

/** Reads one character of `text` at `index`: its code and how many code units it takes up. `undefined`: as it stands. */
type Decoder = (text: string, index: number) => { code: number; length: number } | undefined;

const ESCAPES: ReadonlyMap<string, number> = new Map(
  Object.entries({ n: 10, r: 13, t: 9, b: 8, f: 12, v: 11, '"': 34, "'": 39, "\\": 92, "/": 47 }),
);

function decodeBackslash(text: string, index: number): ReturnType<Decoder> {
  if (text[index] !== "\\") return undefined;
  const sign = text[index + 1] ?? "";
  const digits = sign === "u" ? 4 : sign === "x" ? 2 : 0;
  if (digits > 0) {
    const code = hexAt(text, index + 2, digits);
    return code === undefined ? undefined : { code, length: 2 + digits };
  }
  const code = ESCAPES.get(sign);
  return code === undefined ? undefined : { code, length: 2 };
}

const NAMED_REFERENCES: ReadonlyMap<string, number> = new Map([
  ["amp", 38],
  ["lt", 60],
  ["gt", 62],
  ["quot", 34],
  ["apos", 39],
]);
const REFERENCE = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|(amp|lt|gt|quot|apos));/y;

function decodeWeb(text: string, index: number): ReturnType<Decoder> {
  const sign = text[index];
  if (sign === "%") return decodePercent(text, index);
  if (sign !== "&") return undefined;
  REFERENCE.lastIndex = index;
  const match = REFERENCE.exec(text);
  if (!match) return undefined;
  const [all, decimal, hex, name] = match;
  const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : NAMED_REFERENCES.get(name ?? "");
  return code === undefined || code > 0x10ffff ? undefined : { code, length: all.length };
}

/** One UTF-8 sequence in percent encoding; a byte that begins none stands for itself. */
function decodePercent(text: string, index: number): ReturnType<Decoder> {
  const first = percentByte(text, index);
  if (first === undefined) return undefined;
  const count = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
  let code = count === 1 ? first : first & (0xff >> (count + 1));
  for (let more = 1; more < count; more++) {
    const byte = percentByte(text, index + more * 3);
    if (byte === undefined || (byte & 0xc0) !== 0x80) return { code: first, length: 3 };
    code = (code << 6) | (byte & 0x3f);
  }
  return code > 0x10ffff ? { code: first, length: 3 } : { code, length: count * 3 };
}

function percentByte(text: string, index: number): number | undefined {
  return text[index] === "%" ? hexAt(text, index + 1, 2) : undefined;
}

function hexAt(text: string, index: number, digits: number): number | undefined {
  const part = text.slice(index, index + digits);
  return part.length === digits && /^[0-9a-fA-F]+$/.test(part) ? Number.parseInt(part, 16) : undefined;
}

const NOTHING: Escapes = { test: /(?:)/, leads: [], decode: () => undefined };
const BACKSLASH: Escapes = { test: /\\[nrtbfvux"'\\/]/, leads: [0x5c], decode: decodeBackslash };
const WEB: Escapes = {
  test: /%[0-9a-fA-F]{2}|&(?:#|amp|lt|gt|quot|apos)/,
  leads: [0x25, 0x26],
  decode: decodeWeb,
};

/** Undoes `escapes` in a view. Blanks and line breaks, also those that come out of an escape, are left out. */
function rewrite(view: TextView, escapes: Escapes): TextView {
  const { text } = view;
  const [lead = -1, otherLead = -1] = escapes.leads;
  const units = new Uint16Array(text.length);
  const starts = new Uint32Array(text.length);
  const ends = new Uint32Array(text.length);
  let size = 0;

  function put(unit: number, from: number, to: number): void {
    units[size] = unit;
    starts[size] = view.starts ? (view.starts[from] as number) : from;
    ends[size++] = view.ends ? (view.ends[to - 1] as number) : to;
  }

  for (let index = 0; index < text.length; ) {
    const unit = text.charCodeAt(index);
    const decoded = unit === lead || unit === otherLead ? escapes.decode(text, index) : undefined;
    const code = decoded ? decoded.code : unit;
    const next = index + (decoded ? decoded.length : 1);
    if (code > 0xffff) {
      put(0xd800 + ((code - 0x10000) >> 10), index, next);
      put(0xdc00 + ((code - 0x10000) & 0x3ff), index, next);
    } else if (code !== 10 && code !== 13 && code !== 32 && code !== 9) put(code, index, next);
    index = next;
  }
  const decodedText = Buffer.from(units.buffer, 0, size * 2).toString("utf16le");
  return { text: decodedText, starts: starts.subarray(0, size), ends: ends.subarray(0, size) };
}
