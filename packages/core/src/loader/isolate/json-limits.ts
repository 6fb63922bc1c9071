/** Nesting of one message. */
const MAX_DEPTH = 500;
/** Values of one message, counted by their commas: short values take up many times the bytes that they are written with. */
const MAX_VALUES = 1_000_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;

/** What is too much in a JSON text before anything parses or walks it, in words; `undefined` where nothing is. */
export function tooMuchJson(bytes: Uint8Array): string | undefined {
  let depth = 0;
  let values = 0;
  let inString = false;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] as number;
    if (inString) {
      if (byte === BACKSLASH) index++;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (byte === COMMA) {
      if (++values > MAX_VALUES) return `more than ${MAX_VALUES} values`;
    } else if (byte === 0x5b || byte === 0x7b) {
      if (++depth > MAX_DEPTH) return `more than ${MAX_DEPTH} levels`;
    } else if (byte === 0x5d || byte === 0x7d) depth--;
  }
  return undefined;
}
