import { readFileSync } from "node:fs";
import { McptestError } from "../errors/index.js";

/** The text of a file in UTF-8, a byte order mark taken off. Throws `CONFIG_UNREADABLE` for any other encoding. */
export function readText(file: string, shown: string): string {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(file);
  } catch (cause) {
    throw new McptestError("CONFIG_UNREADABLE", `${shown}: it cannot be read (${codeOf(cause)})`, { cause });
  }
  const encoding = otherEncoding(bytes);
  if (encoding !== undefined) throw notUtf8(shown, `it looks like ${encoding}`);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw notUtf8(shown, "it holds bytes that UTF-8 does not have");
  }
}

function otherEncoding(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return "UTF-16";
  return bytes.includes(0) ? "UTF-16 or binary data" : undefined;
}

function notUtf8(shown: string, why: string): McptestError {
  return new McptestError("CONFIG_UNREADABLE", `${shown}: it is not UTF-8: ${why}`, {
    fix: "Save the file as UTF-8.",
  });
}

function codeOf(error: unknown): string {
  return String((error as { code?: unknown } | null)?.code ?? "unknown reason");
}
