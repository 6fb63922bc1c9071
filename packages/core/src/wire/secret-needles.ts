import { withoutBlanks } from "./secret-views.js";

/** Secrets with fewer characters are not searched for in text; only the fields that hold them are masked. */
export const MIN_SECRET_LENGTH = 6;

/** The texts under which a secret may show up in a view of a text: as it is, in base64, base64url and hex. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret, "utf8");
  const hex = bytes.toString("hex");
  // In application/x-www-form-urlencoded a space is a plus sign.
  const forms = [secret, withoutBlanks(secret), withoutBlanks(secret.replaceAll(" ", "+")), hex, hex.toUpperCase()];
  for (const offset of [0, 1, 2]) {
    const core = base64Core(bytes, offset);
    forms.push(core, core.replaceAll("+", "-").replaceAll("/", "_"));
  }
  return forms;
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
  /** Calls `found` with the range of each occurrence; `end` is exclusive. */
  find(text: string, found: (start: number, end: number) => void): void;
}

/** Prepares the search for `secrets` in all their forms. Those that are too short are left out. */
export function searchFor(secrets: Iterable<string>): NeedleSearch {
  const needles = new Set<string>();
  for (const secret of secrets) {
    const trimmed = secret.trim();
    if (trimmed.length < MIN_SECRET_LENGTH) continue;
    for (const form of formsOf(trimmed)) if (form.length >= MIN_SECRET_LENGTH) needles.add(form);
  }
  const filter = new Uint8Array(0x10000);
  const buckets = new Map<number, string[]>();
  let longest = 0;
  for (const needle of [...needles].sort((one, other) => other.length - one.length)) {
    const key = keyOf(needle.charCodeAt(0), needle.charCodeAt(1), needle.charCodeAt(2), needle.charCodeAt(5));
    filter[key] = 1;
    buckets.set(key, [...(buckets.get(key) ?? []), needle]);
    longest = Math.max(longest, needle.length);
  }
  return {
    empty: needles.size === 0,
    longest,
    find(text, found) {
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
          const needle = buckets.get(key)?.find((candidate) => text.startsWith(candidate, index));
          if (needle !== undefined) found(index, index + needle.length);
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

/** A 16-bit key over the first, second, third and sixth character of a needle. */
function keyOf(first: number, second: number, third: number, sixth: number): number {
  return (first + second * 37 + third * 1369 + sixth * 4099) & 0xffff;
}
