/** True for what RFC 9110 allows as the name of a header (field-name = token). */
export function isHeaderName(text: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(text);
}

/** True for what can travel in a header line: no line breaks and other control characters, nothing beyond ISO 8859-1. */
export function isHeaderValue(text: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(text);
}
