import { isObject, type Json, type JsonObject, member } from "./json.js";

/**
 * The convention by which a server offers an extension on revisions before 2026-07-28: as ordinary resources below
 * `mcp-extensions://`. It is a convention of applications and stands in no revision of MCP.
 */
export const MAPPING_SCHEME = "mcp-extensions://";

/** Last part of the address of an extension's interface. */
const MANIFEST = "manifest.json";

/** The address below which everything of an extension stands: `mcp-extensions://com.example/jobs/`. */
export function mappedPrefix(id: string): string {
  return `${MAPPING_SCHEME}${id}/`;
}

/** The address of the interface of an extension. */
export function manifestUri(id: string): string {
  return mappedPrefix(id) + MANIFEST;
}

/** The URI template with which a method is called: `{params}` stands for all its arguments. */
export function methodTemplate(id: string, method: string): string {
  return `${mappedPrefix(id)}${method}?params={params}`;
}

/**
 * The URI whose reading calls a method. Without `params` it is the fixed one, which exists for methods that can be called
 * with `{}`. The arguments are encoded once: a space is `%20`.
 * @throws URIError when a string of the arguments has a lone surrogate: no URI can carry it.
 */
export function methodUri(id: string, method: string, params?: Json): string {
  const fixed = mappedPrefix(id) + method;
  if (params === undefined) return fixed;
  const text = JSON.stringify(params, (key, value: unknown) => {
    encodeURIComponent(key);
    if (typeof value === "string") encodeURIComponent(value);
    return value;
  });
  return `${fixed}?params=${encodeURIComponent(text)}`;
}

/** The id of the extension whose interface stands at `uri`, or `undefined` where it is the address of no interface. */
export function idOfManifest(uri: string): string | undefined {
  if (!uri.startsWith(MAPPING_SCHEME) || !uri.endsWith(`/${MANIFEST}`)) return undefined;
  const id = uri.slice(MAPPING_SCHEME.length, -MANIFEST.length - 1);
  return id === "" ? undefined : id;
}

/**
 * The id to which a mapped address belongs: the longest of `ids` whose prefix it has. `undefined` for an address that is
 * not mapped, or below none of them.
 */
export function owningId(uri: string, ids: Iterable<string>): string | undefined {
  let best: string | undefined;
  for (const id of ids) {
    if (uri.startsWith(mappedPrefix(id)) && (best === undefined || id.length > best.length)) best = id;
  }
  return best;
}

/**
 * True for an address whose reading may call a method of an extension: any that is mapped but that of an interface. Who
 * reads resources only to see what comes must leave it alone.
 */
export function mayInvoke(uri: unknown): boolean {
  return typeof uri === "string" && uri.toLowerCase().startsWith(MAPPING_SCHEME) && idOfManifest(uri) === undefined;
}

/**
 * Whether a method has a fixed URI, one without arguments: its input schema has no non-empty `required` at the top.
 * Nothing else of the schema is looked at.
 */
export function hasFixedUri(inputSchema: Json | undefined): boolean {
  const required = member(inputSchema, "required");
  return !(Array.isArray(required) && required.length > 0);
}

/** What the reading of a method's URI gave, out of its text: the value of the method. */
export function mappedValue(result: Json | undefined): JsonObject | undefined {
  const contents = member(result, "contents");
  const [first] = Array.isArray(contents) ? contents : [];
  const text = member(first, "text");
  if (typeof text !== "string") return undefined;
  try {
    const value = JSON.parse(text) as Json;
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
