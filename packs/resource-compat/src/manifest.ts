import { hasFixedUri, isObject, type Json, type JsonObject, mappedPrefix, member } from "@mcptest/pack";

/** Methods of one interface that are judged. */
const MOST_METHODS = 500;

/** The texts in a member of a manifest that is a list, each once. */
export function textsIn(manifest: JsonObject, name: "methods" | "resources" | "resourceTemplates"): string[] {
  const list = member(manifest, name);
  return Array.isArray(list) ? [...new Set(list.filter((item) => typeof item === "string"))] : [];
}

/** Names of the methods that a manifest declares, each once, the first 500. */
export function methodsIn(manifest: JsonObject): string[] {
  return textsIn(manifest, "methods").slice(0, MOST_METHODS);
}

/** What a manifest says of one method. */
export function resourceOf(manifest: JsonObject, method: string): JsonObject | undefined {
  const entry = member(member(manifest, "methodResources"), method);
  return isObject(entry) ? entry : undefined;
}

/** The input schema of a method, where the manifest has one. */
export function inputSchemaOf(manifest: JsonObject, method: string): Json | undefined {
  const schema = member(resourceOf(manifest, method), "inputSchema");
  return isObject(schema) ? schema : undefined;
}

/** True where a method certainly has members that it needs: calling it with `{}` is no valid call. */
export function needsArguments(manifest: JsonObject, method: string): boolean {
  const schema = inputSchemaOf(manifest, method);
  return schema !== undefined && !hasFixedUri(schema);
}

/**
 * True where an address may call a method of the interface, with or without arguments: one that any part of the manifest
 * names as a method, also where another part is not as it should be.
 */
export function callsMethod(id: string, manifest: JsonObject, uri: string): boolean {
  const [path = ""] = uri.split("?", 1);
  const resources = member(manifest, "methodResources");
  const methods = member(manifest, "methods");
  const names = [resources, methods].flatMap((named) => (isObject(named) ? Object.keys(named) : []));
  const templates = textsIn(manifest, "resourceTemplates").filter((template) => template.includes("?"));
  return (
    [...textsIn(manifest, "methods"), ...names].some((method) => path === mappedPrefix(id) + method) ||
    templates.some((template) => template.split("?", 1)[0] === path) ||
    Object.values(isObject(resources) ? resources : {}).some((entry) => member(entry, "uri") === uri)
  );
}
