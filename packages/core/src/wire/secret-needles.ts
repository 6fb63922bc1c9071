import { withoutBlanks } from "./secret-views.js";

/** Secrets with fewer characters are not searched for in text; only the fields that hold them are masked. */
export const MIN_SECRET_LENGTH = 6;

/** A text under which a secret may show up. */
interface Needle {
  text: string;
  /** Characters from which on its beginning gives something of the secret away. */
  least: number;
}

/** A scheme before a token, such as `Bearer `: on its own it is no secret. */
const SCHEME = /^[A-Za-z][\w-]*[ \t]+/;

/** The texts under which a secret may show up in a view of a text: as it is, in base64, base64url and hex. */
function needlesOf(secret: string): Needle[] {
  const bytes = Buffer.from(secret, "utf8");
  const hex = bytes.toString("hex");
  const scheme = SCHEME.exec(secret)?.[0] ?? "";
  const needle = (text: string, known: number) => ({ text, least: known + MIN_SECRET_LENGTH });
  const short = withoutBlanks(scheme).length;
  const needles = [
    needle(secret, scheme.length),
    needle(withoutBlanks(secret), short),
    // In application/x-www-form-urlencoded a space is a plus sign.
    needle(withoutBlanks(secret.replaceAll(" ", "+")), scheme.length),
    needle(hex, 2 * scheme.length),
    needle(hex.toUpperCase(), 2 * scheme.length),
  ];
  for (const offset of [0, 1, 2]) {
    const core = base64Core(bytes, offset);
    const known = Math.ceil((scheme.length * 8) / 6);
    needles.push(needle(core, known), needle(core.replaceAll("+", "-").replaceAll("/", "_"), known));
  }
  return needles;
}

/**
 * The base64 characters that `bytes` alone decide when `offset` other bytes (0, 1 or 2, modulo 3) come before them: the
 * form of a secret in the middle of something encoded as a whole.
 */
function base64Core(bytes: Uint8Array, offset: number): string {
  const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64");
  return encoded.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
}

/** Finds any of a fixed set of needles in one pass over a text, whatever their number. */
export interface NeedleSearch {
  readonly empty: boolean;
  /** Length of the longest needle. */
  readonly longest: number;
  /**
   * Calls `found` with the range of each occurrence; `end` is exclusive. The beginning of a needle counts where the text
   * was cut: before `…` and `...`, and with `endIsCut` at the end of the text.
   */
  find(text: string, endIsCut: boolean, found: (start: number, end: number) => void): void;
}

/** Prepares the search for `secrets` in all their forms. Those that are too short are left out. */
export function searchFor(secrets: Iterable<string>): NeedleSearch {
  const needles = new Map<string, Needle>();
  for (const secret of secrets) {
    const trimmed = secret.trim();
    if (trimmed.length < MIN_SECRET_LENGTH) continue;
    for (const needle of needlesOf(trimmed)) {
      if (needle.text.length >= MIN_SECRET_LENGTH && !needles.has(needle.text)) needles.set(needle.text, needle);
    }
  }
  const filter = new Uint8Array(0x10000);
  const buckets = new Map<number, Needle[]>();
  let longest = 0;
  for (const needle of needles.values()) {
    const { text } = needle;
    const key = keyOf(text.charCodeAt(0), text.charCodeAt(1), text.charCodeAt(2), text.charCodeAt(5));
    filter[key] = 1;
    buckets.set(key, [...(buckets.get(key) ?? []), needle]);
    longest = Math.max(longest, text.length);
  }
  return {
    empty: needles.size === 0,
    longest,
    find(text, endIsCut, found) {
      // Six characters at a time, each read once.
      let [a, b, c, d, e] = [0, 1, 2, 3, 4].map((at) => text.charCodeAt(at)) as [
        number,
        number,
        number,
        number,
        number,
      ];
      for (let index = 0; index + 5 < text.length; index++) {
        const f = text.charCodeAt(index + 5);
        const key = keyOf(a, b, c, f);
        if (filter[key] === 1) {
          const length = longestAt(text, index, buckets.get(key) ?? [], endIsCut);
          if (length > 0) found(index, index + length);
        }
        a = b;
        b = c;
        c = d;
        d = e;
        e = f;
      }
    },
  };
}

/** Characters of the longest needle, or of the beginning of one that is cut, that stand at `index`; 0 for none. */
function longestAt(text: string, index: number, needles: readonly Needle[], endIsCut: boolean): number {
  let longest = 0;
  for (const needle of needles) {
    const length = commonLength(text, index, needle.text);
    const counts = length === needle.text.length || (length >= needle.least && isCutAt(text, index + length, endIsCut));
    if (counts && length > longest) longest = length;
  }
  return longest;
}

function commonLength(text: string, index: number, needle: string): number {
  let length = 0;
  while (length < needle.length && text.charCodeAt(index + length) === needle.charCodeAt(length)) length++;
  return length;
}

/** What may stand between the beginning of a secret and the mark of the cut: half an escape or character, and quotes. */
const BROKEN =
  /[\x80-\xff]{0,3}(?:\\+(?:u[0-9a-fA-F]{0,3}|x[0-9a-fA-F]?)?|%[0-9a-fA-F]?|&[#\w]{0,7}|\ufffd)?["'\\]{0,8}/.source;
const MARKED = new RegExp(`${BROKEN}(?:…|\\.\\.\\.)`, "y");
const MARKED_OR_END = new RegExp(`${BROKEN}(?:…|\\.\\.\\.|$)`, "y");

function isCutAt(text: string, index: number, endIsCut: boolean): boolean {
  const cut = endIsCut ? MARKED_OR_END : MARKED;
  cut.lastIndex = index;
  return cut.test(text);
}

/** A 16-bit key over the first, second, third and sixth character of a needle. */
function keyOf(first: number, second: number, third: number, sixth: number): number {
  return (first + second * 37 + third * 1369 + sixth * 4099) & 0xffff;
}
