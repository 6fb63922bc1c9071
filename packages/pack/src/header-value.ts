const SENTINEL = /^=\?base64\?(.*)\?=$/s;
const PLAIN = /^[\x20-\x7e\t]*$/;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * A value as it travels in `Mcp-Name` and `Mcp-Param-*`: printable ASCII as it is, anything else (also values with outer
 * white space, and values that look like the sentinel) as `=?base64?…?=` over UTF-8
 * (2026-07-28 streamable-http, Value Encoding).
 */
export function encodeHeaderValue(value: string): string {
  const plain = PLAIN.test(value) && value === withoutOuterSpace(value) && !SENTINEL.test(value);
  return plain ? value : `=?base64?${Buffer.from(value, "utf8").toString("base64")}?=`;
}

/** The value behind a header, or `undefined` when a sentinel holds no valid base64 of UTF-8. */
export function decodeHeaderValue(header: string): string | undefined {
  const text = withoutOuterSpace(header);
  const wrapped = SENTINEL.exec(text);
  if (!wrapped) return text;
  const payload = wrapped[1] ?? "";
  if (!BASE64.test(payload)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.from(payload, "base64"));
  } catch {
    return undefined;
  }
}

/** `text` without the white space that HTTP itself strips: SP and HTAB (RFC 9110 OWS) and no other. */
function withoutOuterSpace(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text, start)) start++;
  while (end > start && isSpace(text, end - 1)) end--;
  return text.slice(start, end);
}

function isSpace(text: string, index: number): boolean {
  return text[index] === " " || text[index] === "\t";
}
