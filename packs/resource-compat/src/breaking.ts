import { isObject, type Json, type JsonObject, member } from "@mcptest/pack";
import { fits } from "./fits.js";

/** Members of a schema that are tried. */
const MOST_TRIES = 20;

/**
 * An object of arguments that certainly breaks the schema: one of another type in the place of an argument, else none at
 * all, else one too many. `undefined` where no such object is found.
 */
export function breakingArguments(schema: JsonObject, args: JsonObject): JsonObject | undefined {
  // Where the configured arguments do not fit, the schema is not what the server goes by, or is not read rightly.
  if (fits(schema, args) !== "fits") return undefined;
  const properties = member(schema, "properties");
  const names = Object.keys(isObject(properties) ? properties : {}).slice(0, MOST_TRIES);
  const others: Json[] = [7, "text", [], {}, true];
  const candidates = [
    ...names.flatMap((name) => others.map((other) => ({ ...args, [name]: other }))),
    {},
    { ...args, "mcptest-unknown-argument": true },
  ];
  return candidates.find((candidate) => fits(schema, candidate) === "breaks");
}
