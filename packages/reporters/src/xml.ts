import { codeUnit, LOG_COMMAND } from "./visible.js";

/** What XML 1.0 cannot hold, and C1 controls, which it can but should not. */
const NOT_XML =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Starts of a log command that a CI system obeys where it begins a line, also behind white space. */
const LINE_COMMANDS = /(^|[\r\n])([^\S\r\n]*):(?=:)/g;

/**
 * Text for the content of an XML element; code points that XML 1.0 forbids stand in their `\u….` form. The first
 * character of what a CI system would take for a command is a character reference: it parses to the same text.
 */
export function xmlText(text: string): string {
  return text
    .replace(NOT_XML, codeUnit)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replace(LOG_COMMAND, "&#35;#")
    .replace(LINE_COMMANDS, "$1$2&#58;")
    .replaceAll("\r", "&#13;");
}

/** Text for an XML attribute in double quotes. */
export function xmlAttribute(text: string): string {
  return xmlText(text).replaceAll('"', "&quot;").replaceAll("\n", "&#10;").replaceAll("\t", "&#9;");
}
