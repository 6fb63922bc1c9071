import { existsSync, readFileSync } from "node:fs";
import { McptestError } from "@mcptest/core/errors";
import type { OptionFlag } from "@mcptest/core/loader";
import { isObject, type Json, type JsonObject } from "@mcptest/core/report";

/** One `--options`: for the pack of that name, or, without a name, for the only pack. */
export interface GivenOptions {
  pack?: string;
  options: JsonObject;
}

/** Reads `FILE`, `{…}`, `NAME=FILE` or `NAME={…}`. Throws `USAGE_BAD_VALUE`; no message repeats what the JSON holds. */
export function readOptions(given: string): GivenOptions {
  if (given.trimStart().startsWith("{")) return { options: parse(given, "--options") };
  if (existsSync(given)) return { options: readFile(given) };
  const equals = given.indexOf("=");
  if (equals <= 0) return { options: read(given) };
  return { pack: given.slice(0, equals), options: read(given.slice(equals + 1)) };
}

/** JSON itself, whatever it is: only an object is taken. */
const JSON_TEXT = /^\s*([{["]|$|(true|false|null|-?\d+(\.\d+)?)\s*$)/;

function read(source: string): JsonObject {
  return JSON_TEXT.test(source) && !existsSync(source) ? parse(source, "--options") : readFile(source);
}

function readFile(file: string): JsonObject {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? "unknown reason";
    throw new McptestError("USAGE_BAD_VALUE", `--options: ${file} cannot be read (${reason}).`, {
      fix: "Give a file with a JSON object, or the object itself: --options '{\"pollTimeoutMs\": 10000}'.",
    });
  }
  return parse(new TextDecoder().decode(bytes), `--options ${file}`);
}

function parse(text: string, where: string): JsonObject {
  const value = parseJson(text, where);
  if (isObject(value)) return value;
  throw new McptestError("USAGE_BAD_VALUE", `${where}: the JSON is no object, and an object is needed.`, {
    fix: 'Give an object of options, such as {"pollTimeoutMs": 10000}.',
  });
}

/** Parses JSON of a flag. Throws `USAGE_BAD_VALUE`, without repeating the text: it may hold secrets. */
export function parseJson(text: string, where: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    const place = /position \d+( \(line \d+ column \d+\))?/.exec((error as Error).message)?.[0];
    throw new McptestError("USAGE_BAD_VALUE", `${where}: this is no valid JSON${place ? ` (${place})` : ""}.`, {
      fix: "Write JSON with double quotes, and put single quotes around the whole in a shell.",
    });
  }
}

/** The value of a flag that a pack declares, as the option it sets. Throws `USAGE_BAD_VALUE`. */
export function parseFlagValue({ flag, type = "string" }: OptionFlag, text: string): Json {
  const name = flag.split(/[ ,|]+/).find((part) => part.startsWith("--")) ?? flag;
  switch (type) {
    case "json":
      return parseJson(text, name);
    case "number": {
      const number = text.trim() === "" ? Number.NaN : Number(text);
      if (Number.isFinite(number)) return number;
      throw new McptestError("USAGE_BAD_VALUE", `${name} ${JSON.stringify(text)}: a number is needed.`);
    }
    case "boolean":
      if (text === "true" || text === "false") return text === "true";
      throw new McptestError("USAGE_BAD_VALUE", `${name} ${JSON.stringify(text)}: true or false is needed.`);
    case "string":
      return text;
  }
}

/** An object in which `value` stands at `path`. */
export function nested(path: readonly string[], value: Json): JsonObject {
  return path.reduceRight<Json>((inner, key) => Object.fromEntries([[key, inner]]), value) as JsonObject;
}

/** Later layers win; objects are merged at every depth, anything else is replaced. */
export function mergeOptions(layers: readonly (JsonObject | undefined)[]): JsonObject {
  return layers.reduce<JsonObject>((below, layer) => (layer === undefined ? below : merge(below, layer)), {});
}

function merge(below: JsonObject, above: JsonObject): JsonObject {
  const members = new Map(Object.entries(below));
  for (const [key, value] of Object.entries(above)) {
    const old = members.get(key);
    members.set(key, isObject(old) && isObject(value) ? merge(old, value) : value);
  }
  return Object.fromEntries(members);
}
