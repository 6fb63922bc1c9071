import { OTHER_MIME_TYPES, VIEW_MIME_TYPE } from "./ids.js";

/** A media type against that of a view. */
export type MimeMatch =
  | { kind: "exact" }
  /** The same type, written in another way. */
  | { kind: "variant" }
  /** `hint`: what that type is, where it is known. */
  | { kind: "other"; hint?: string };

/** Compares a media type with `text/html;profile=mcp-app`. */
export function matchMime(value: unknown): MimeMatch {
  if (value === VIEW_MIME_TYPE) return { kind: "exact" };
  if (typeof value !== "string") return { kind: "other" };
  const { type, parameters } = readMime(value);
  if (type === "text/html" && parameters.get("profile") === "mcp-app") return { kind: "variant" };
  const plain = value.toLowerCase().replace(/\s/g, "");
  const hint = OTHER_MIME_TYPES.get(plain) ?? OTHER_MIME_TYPES.get(type);
  return { kind: "other", ...(hint === undefined ? {} : { hint }) };
}

/** Two media types are the same but for case, space and quotes. */
export function sameMime(one: string, other: string): boolean {
  return normalMime(one) === normalMime(other);
}

function normalMime(value: string): string {
  const { type, parameters } = readMime(value);
  return JSON.stringify([type, [...parameters].sort(([a], [b]) => (a < b ? -1 : 1))]);
}

/** Type and parameters (RFC 9110, 8.3.1); names in lower case, values without quotes. */
function readMime(value: string): { type: string; parameters: Map<string, string> } {
  const [type = "", ...rest] = value.slice(0, 500).split(";");
  const parameters = rest.map((part): [string, string] => {
    const equals = part.indexOf("=");
    const name = (equals === -1 ? part : part.slice(0, equals)).trim().toLowerCase();
    const given = equals === -1 ? "" : part.slice(equals + 1).trim();
    return [name, given.startsWith('"') && given.endsWith('"') && given.length > 1 ? given.slice(1, -1) : given];
  });
  return { type: type.trim().toLowerCase(), parameters: new Map(parameters) };
}
