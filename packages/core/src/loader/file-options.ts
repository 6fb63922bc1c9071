import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { isObject, type JsonObject, member } from "@mcptest/pack";

/**
 * The options with paths made absolute: an option whose JSON Schema says `"format": "file-path"` counts from `folder`, not
 * from wherever the pack happens to run. Only options at the top are looked at.
 */
export function resolveFileOptions<T>(schema: JsonObject | undefined, options: T, folder: string): T {
  const properties = member(schema, "properties");
  if (!isObject(options) || !isObject(properties)) return options;
  const entries = Object.entries(options).map(([name, value]) => {
    const isFile = member(member(properties, name), "format") === "file-path";
    return [name, isFile && typeof value === "string" && value !== "" ? resolve(folder, value) : value];
  });
  return Object.fromEntries(entries) as T;
}

/** The folder of a place that is named by a file in it or by itself. */
export function folderOf(place: string): string {
  return statSync(place, { throwIfNoEntry: false })?.isDirectory() ? place : dirname(place);
}
