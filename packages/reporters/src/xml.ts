import { codeUnit } from "./visible.js";

/** What XML 1.0 cannot hold, and C1 controls, which it can but should not. */
const NOT_XML =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Text for the content of an XML element; code points that XML 1.0 forbids stand in their `\u….` form. */
export function xmlText(text: string): string {
  return text
    .replace(NOT_XML, codeUnit)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("\r", "&#13;");
}

/** Text for an XML attribute in double quotes. */
export function xmlAttribute(text: string): string {
  return xmlText(text).replaceAll('"', "&quot;").replaceAll("\n", "&#10;").replaceAll("\t", "&#9;");
}
