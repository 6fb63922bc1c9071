import { accessSync, constants, statSync } from "node:fs";
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

/**
 * What is wrong with the files that options name, a clause for each: an option whose JSON Schema says
 * `"format": "file-path"` needs a file that is there and can be read. Only options at the top are looked at.
 */
export function fileOptionProblems(schema: JsonObject | undefined, options: unknown): string[] {
  const properties = member(schema, "properties");
  if (!isObject(options) || !isObject(properties)) return [];
  return Object.entries(options).flatMap(([name, value]) => {
    const isFile = member(member(properties, name), "format") === "file-path";
    const problem = isFile && typeof value === "string" && value !== "" ? fileProblem(value) : undefined;
    return problem === undefined ? [] : [`${name}: ${problem}`];
  });
}

function fileProblem(file: string): string | undefined {
  try {
    if (statSync(file).isDirectory()) return `${file} is a folder, and a file is needed`;
    accessSync(file, constants.R_OK);
    return undefined;
  } catch (error) {
    const { code = "no reason given" } = error as NodeJS.ErrnoException;
    return code === "ENOENT" ? `there is no file ${file}` : `${file} cannot be read (${code})`;
  }
}

/** The folder of a place that is named by a file in it or by itself. */
export function folderOf(place: string): string {
  return statSync(place, { throwIfNoEntry: false })?.isDirectory() ? place : dirname(place);
}
