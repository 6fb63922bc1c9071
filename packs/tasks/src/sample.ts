import { isObject, type Json, type JsonObject, member } from "@mcptest/pack";

/** Depth to which nested schemas are followed. */
const DEEPEST = 8;

const BY_FORMAT: ReadonlyMap<string, string> = new Map([
  ["email", "a@example.com"],
  ["uri", "https://example.com/"],
  ["date", "2026-07-28"],
  ["date-time", "2026-07-28T00:00:00Z"],
]);

/**
 * The shortest value that a JSON Schema accepts, as far as its plain keywords say: default, const, enum, type, the limits
 * of strings, numbers and arrays, and the required members of objects.
 */
export function sampleOf(schema: unknown, depth = 0): Json | undefined {
  if (!isObject(schema) || depth > DEEPEST) return undefined;
  for (const keyword of ["default", "const"]) {
    const given = member(schema, keyword);
    if (given !== undefined) return given;
  }
  const first = (keyword: string) => {
    const list = member(schema, keyword);
    return Array.isArray(list) ? list[0] : undefined;
  };
  const chosen = first("enum");
  if (chosen !== undefined) return chosen;
  const alternative = first("oneOf") ?? first("anyOf");
  if (alternative !== undefined) return sampleOf(alternative, depth + 1);
  const type = first("type") ?? member(schema, "type");
  return ofType(type, schema, depth);
}

function ofType(type: Json | undefined, schema: JsonObject, depth: number): Json | undefined {
  switch (type) {
    case "string":
      return (
        BY_FORMAT.get(String(member(schema, "format"))) ?? "a".repeat(Math.min(count(schema, "minLength"), 10_000))
      );
    case "integer":
    case "number":
      return smallest(schema);
    case "boolean":
      return false;
    case "null":
      return null;
    case "array":
      return arrayOf(schema, depth);
    default:
      return type === "object" || member(schema, "properties") !== undefined ? objectOf(schema, depth) : undefined;
  }
}

function smallest(schema: JsonObject): number {
  const minimum = member(schema, "minimum");
  if (typeof minimum === "number") return Math.ceil(minimum);
  const above = member(schema, "exclusiveMinimum");
  if (typeof above === "number") return Math.floor(above) + 1;
  const maximum = member(schema, "maximum");
  return typeof maximum === "number" && maximum < 0 ? Math.floor(maximum) : 0;
}

function arrayOf(schema: JsonObject, depth: number): Json[] | undefined {
  const item = sampleOf(member(schema, "items"), depth + 1);
  const length = Math.min(count(schema, "minItems"), 100);
  return length === 0 ? [] : item === undefined ? undefined : Array.from({ length }, () => item);
}

function objectOf(schema: JsonObject, depth: number): JsonObject | undefined {
  const names = member(schema, "required");
  const made: [string, Json][] = [];
  for (const name of Array.isArray(names) ? names : []) {
    if (typeof name !== "string") return undefined;
    const value = sampleOf(member(member(schema, "properties"), name), depth + 1);
    if (value === undefined) return undefined;
    made.push([name, value]);
  }
  return Object.fromEntries(made);
}

function count(schema: JsonObject, keyword: string): number {
  const value = member(schema, keyword);
  return typeof value === "number" && value > 0 ? Math.ceil(value) : 0;
}
