import { isJsonObject } from "./json.js";
import type { JsonObject } from "./types.js";

/** What every mapped address begins with: `mcp-extensions://ID/…`. A convention of applications, of no revision of MCP. */
export const MAPPING_SCHEME = "mcp-extensions://";

/** The name under which the interface of an extension is read. */
export const MANIFEST = "manifest.json";

/** What stands between the name of a method and its arguments. */
const PARAMS = "?params=";

/** The address below which everything of an extension stands. */
export function mappedPrefix(id: string): string {
  return `${MAPPING_SCHEME}${id}/`;
}

/** The part of a mapped URI template of a method after the prefix. */
export function methodTemplatePath(method: string): string {
  return `${method}${PARAMS}{params}`;
}

/** True for a path with an empty, `.` or `..` segment. */
export function isDotSegmented(path: string): boolean {
  return path.split("/").some((segment) => segment === "" || segment === "." || segment === "..");
}

/** A path below the prefix of an extension, taken apart as the call of a method. */
export interface MethodPath {
  method: string;
  /** The arguments as they stand in the address, still encoded; absent at a fixed URI. */
  encoded?: string;
}

/** Reads a path as that of a method; `undefined` for another query, and for an empty `?params=`, which is no route. */
export function methodPath(path: string): MethodPath | undefined {
  const question = path.indexOf("?");
  if (question === -1) return { method: path };
  const encoded = path.slice(question + PARAMS.length);
  if (!path.startsWith(PARAMS, question) || encoded === "") return undefined;
  return { method: path.slice(0, question), encoded };
}

/** Arguments out of an address, or why they are none. */
export type DecodedParams = { ok: true; params: JsonObject } | { ok: false; why: string };

/**
 * Decodes the arguments of a call exactly once: `%2520` gives `%20`, and `+` stays `+`. An escape that is malformed, a
 * character that no URI can carry, what is no JSON and what is no object is refused.
 */
export function decodeParams(encoded: string): DecodedParams {
  const text = percentDecoded(encoded);
  if (text === undefined) return { ok: false, why: "params is not percent-encoded UTF-8." };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, why: "params is no JSON once it is percent-decoded." };
  }
  if (!isJsonObject(value)) return { ok: false, why: "params is no JSON object." };
  return { ok: true, params: value };
}

function percentDecoded(encoded: string): string | undefined {
  if (/\p{Cs}/u.test(encoded)) return undefined;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}
