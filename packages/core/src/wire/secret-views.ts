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

/** `text` without line breaks and the white space that indents the next line. */
export function withoutLineBreaks(text: string): string {
  return text.replace(/[\r\n]+[ \t\r\n]*/g, "");
}

/**
 * The views of `text` to search, the text itself (without line breaks) first. Escapes are undone twice, because a tool
 * result may carry JSON inside a JSON string.
 */
export function* viewsOf(text: string): Generator<TextView> {
  let view: TextView = { text };
  if (/[\r\n]/.test(text)) view = rewrite(view, keepCharacter);
  yield view;
  for (const [sign, decode] of LEVELS) {
    if (!sign.test(view.text)) continue;
    const next = rewrite(view, decode);
    if (next.text.length === view.text.length) continue;
    view = next;
    yield view;
  }
}

/** Reads one character of `text` at `index`: its code and how many code units it takes up. `undefined`: as it stands. */
type Decoder = (text: string, index: number) => { code: number; length: number } | undefined;

function keepCharacter(): undefined {
  return undefined;
}

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

const LEVELS: readonly (readonly [RegExp, Decoder])[] = [
  [/\\/, decodeBackslash],
  [/[%&]/, decodeWeb],
  [/\\/, decodeBackslash],
  [/[%&]/, decodeWeb],
  [/\\/, decodeBackslash],
];

/** Applies `decode` to a view. Line breaks, also those that `decode` gives, are left out with the blanks after them. */
function rewrite(view: TextView, decode: Decoder): TextView {
  const { text } = view;
  const units = new Uint16Array(text.length);
  const starts = new Uint32Array(text.length);
  const ends = new Uint32Array(text.length);
  let size = 0;
  let indenting = false;
  for (let index = 0; index < text.length; ) {
    const decoded = decode(text, index);
    const code = decoded ? decoded.code : text.charCodeAt(index);
    const next = index + (decoded ? decoded.length : 1);
    const isBreak = code === 10 || code === 13;
    const isBlank = code === 32 || code === 9;
    if (!isBreak && !(indenting && isBlank)) {
      const start = view.starts ? (view.starts[index] as number) : index;
      const end = view.ends ? (view.ends[next - 1] as number) : next;
      const low = code > 0xffff ? 0xdc00 + ((code - 0x10000) & 0x3ff) : undefined;
      units[size] = low === undefined ? code : 0xd800 + ((code - 0x10000) >> 10);
      starts[size] = start;
      ends[size++] = end;
      if (low !== undefined) {
        units[size] = low;
        starts[size] = start;
        ends[size++] = end;
      }
    }
    indenting = isBreak || (indenting && isBlank);
    index = next;
  }
  const decodedText = Buffer.from(units.buffer, 0, size * 2).toString("utf16le");
  return { text: decodedText, starts: starts.subarray(0, size), ends: ends.subarray(0, size) };
}
