import { isObject, type Json, type JsonObject, member } from "./json.js";

/** Depth to which nested schemas are followed. */
const DEEPEST = 8;
/** Values and characters that one sample may be made of: nested arrays of many items multiply a small schema. */
const LARGEST = 100_000;

const BY_FORMAT: ReadonlyMap<string, string> = new Map([
  ["email", "a@example.com"],
  ["uri", "https://example.com/"],
  ["date", "2026-07-28"],
  ["date-time", "2026-07-28T00:00:00Z"],
]);

/**
 * The shortest value that a JSON Schema accepts, as far as its plain keywords say: default, const, enum, type, the limits
 * of strings, numbers and arrays, and the required members of objects. `undefined` where they do not say enough, and for
 * a value that would be too large.
 */
export function sampleOf(schema: unknown): Json | undefined {
  return sample(schema, { depth: 0, budget: { left: LARGEST } });
}

/** Where in a schema a value is made, and what may still be spent on the whole. */
interface Place {
  depth: number;
  budget: { left: number };
}

function within({ depth, budget }: Place): Place {
  return { depth: depth + 1, budget };
}

/** `value`, paid for with `cost`; `undefined` when the budget is spent. */
function paid<T extends Json>(value: T, cost: number, { budget }: Place): T | undefined {
  budget.left -= cost;
  return budget.left < 0 ? undefined : value;
}

function sample(schema: unknown, place: Place): Json | undefined {
  if (!isObject(schema) || place.depth > DEEPEST || place.budget.left <= 0) return undefined;
  const first = (keyword: string) => {
    const list = member(schema, keyword);
    return Array.isArray(list) ? list[0] : undefined;
  };
  const given = [member(schema, "default"), member(schema, "const"), first("enum")].find(
    (value) => value !== undefined,
  );
  if (given !== undefined) return paid(given, JSON.stringify(given).length, place);
  const alternative = first("oneOf") ?? first("anyOf");
  if (alternative !== undefined) return sample(alternative, within(place));
  const made = ofType(first("type") ?? member(schema, "type"), schema, place);
  return made === undefined ? undefined : paid(made, typeof made === "string" ? made.length + 1 : 1, place);
}

function ofType(type: Json | undefined, schema: JsonObject, place: Place): Json | undefined {
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
      return arrayOf(schema, place);
    default:
      return type === "object" || member(schema, "properties") !== undefined ? objectOf(schema, place) : undefined;
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

function arrayOf(schema: JsonObject, place: Place): Json[] | undefined {
  const items: Json[] = [];
  for (let length = Math.min(count(schema, "minItems"), 100); length > 0; length--) {
    const item = sample(member(schema, "items"), within(place));
    if (item === undefined) return undefined;
    items.push(item);
  }
  return items;
}

function objectOf(schema: JsonObject, place: Place): JsonObject | undefined {
  const names = member(schema, "required");
  const made: [string, Json][] = [];
  for (const name of Array.isArray(names) ? names : []) {
    if (typeof name !== "string") return undefined;
    const value = sample(member(member(schema, "properties"), name), within(place));
    if (value === undefined) return undefined;
    made.push([name, value]);
  }
  return Object.fromEntries(made);
}

function count(schema: JsonObject, keyword: string): number {
  const value = member(schema, keyword);
  return typeof value === "number" && value > 0 ? Math.ceil(value) : 0;
}
