/** C0 (without tab and line feed), DEL, C1, lone surrogates, bidi and zero-width controls, non-characters. */
const HIDDEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Starts of a log command that a CI system obeys anywhere in a line. */
export const LOG_COMMAND = /##(?=\[|vso\[|teamcity\[)/g;

/** Start of a log command that counts where it begins a line, also behind white space. */
const LINE_COMMAND = /^(\s*):(?=:)/;

/** A code unit in the form that JSON uses: `\u001b`. */
export function codeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/**
 * Text from a server or a pack, safe to show: whatever could move a cursor, colour, reorder or hide text stands in its
 * `\u….` form. Tabs and line feeds stay.
 */
export function visible(text: string): string {
  return text.replace(HIDDEN, codeUnit).replace(LOG_COMMAND, "#\\u0023");
}

/** As {@link visible}, on one line: line feeds and tabs become spaces. It may begin a line of a log. */
export function visibleLine(text: string): string {
  return visible(text.replace(/\r\n|[\n\t]/g, " ")).replace(LINE_COMMAND, "$1\\u003a");
}

/**
 * A block of text from outside, every line behind `mark`, so that no line of it starts a line of a log (a CI system
 * reads `::command` even behind white space).
 */
export function quoted(text: string, mark: string): string[] {
  return visible(text.replaceAll("\r\n", "\n"))
    .split("\n")
    .map((line) => `${mark}${line}`.trimEnd());
}
