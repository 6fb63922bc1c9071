import { at, isObject, type Json, type JsonObject, member } from "@mcptest/pack";
import { canonicalText } from "./same-entries.js";

/** Whether a value fits a JSON Schema, where that can be told. */
export type Fit = "fits" | "breaks" | "unknown";

/** Schemas that are looked into for one value: a small schema can ask for endless work. */
const MOST_STEPS = 20_000;
/** References and levels of nesting that are followed. */
const DEEPEST = 60;

/** Keywords that this does not judge: what they forbid is not held against anybody. */
const UNJUDGED = [
  ...["pattern", "patternProperties", "propertyNames", "format", "if", "dependentSchemas", "dependentRequired"],
  ...["contains", "unevaluatedProperties", "unevaluatedItems", "uniqueItems", "multipleOf", "$dynamicRef"],
];

interface Walk {
  root: JsonObject;
  steps: number;
}

/**
 * Judges a value by the plain keywords of a JSON Schema (2020-12): types, values, limits, members, items, combinations and
 * references inside the schema. Where the answer hangs on anything else it is `unknown`. Takes any schema of a server.
 */
export function fits(schema: JsonObject, value: Json): Fit {
  return fit(schema, value, { root: schema, steps: 0 }, 0);
}

function fit(schema: Json | undefined, value: Json, walk: Walk, depth: number): Fit {
  if (schema === true || schema === undefined) return "fits";
  if (schema === false) return "breaks";
  walk.steps++;
  if (!isObject(schema) || walk.steps > MOST_STEPS || depth > DEEPEST) return "unknown";
  if (breaksPlainly(schema, value)) return "breaks";
  const parts: Fit[] = UNJUDGED.some((keyword) => Object.hasOwn(schema, keyword)) ? ["unknown"] : [];
  const inside = (part: Json | undefined, item: Json) => fit(part, item, walk, depth + 1);
  const list = (keyword: string) => {
    const schemas = member(schema, keyword);
    return Array.isArray(schemas) ? schemas.map((part) => () => inside(part, value)) : undefined;
  };
  const reference = member(schema, "$ref");
  if (reference !== undefined) parts.push(fit(resolved(reference, walk.root), value, walk, depth + 1));
  parts.push(...(list("allOf") ?? []).map((part) => part()));
  const any = list("anyOf");
  if (any) parts.push(oneOfAll(any.map((part) => part())));
  const one = list("oneOf");
  if (one) parts.push(exactlyOne(one.map((part) => part())));
  if (Object.hasOwn(schema, "not")) parts.push(opposite(inside(member(schema, "not"), value)));
  if (isObject(value)) parts.push(...memberFits(schema, value, inside));
  if (Array.isArray(value)) parts.push(...itemFits(schema, value, inside));
  return all(parts);
}

/** What is not found, or is no schema, tells nothing. */
function resolved(reference: Json, root: JsonObject): Json {
  if (typeof reference !== "string" || !reference.startsWith("#")) return null;
  const steps = reference.slice(1).split("/").slice(1);
  return at(root, ...steps.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))) ?? null;
}

function memberFits(schema: JsonObject, value: JsonObject, inside: (part: Json | undefined, item: Json) => Fit): Fit[] {
  const properties = member(schema, "properties");
  const additional = member(schema, "additionalProperties");
  const isOpen = Object.hasOwn(schema, "patternProperties");
  return Object.entries(value).map(([key, item]) => {
    const own = member(properties, key);
    if (own !== undefined) return inside(own, item);
    return isOpen && additional !== undefined ? "unknown" : inside(additional, item);
  });
}

function itemFits(schema: JsonObject, value: Json[], inside: (part: Json | undefined, item: Json) => Fit): Fit[] {
  const first = member(schema, "prefixItems");
  const known = Array.isArray(first) ? first : [];
  const others = member(schema, "items");
  return value.map((item, index) => inside(index < known.length ? known[index] : others, item));
}

function breaksPlainly(schema: JsonObject, value: Json): boolean {
  const type = member(schema, "type");
  const types = typeof type === "string" ? [type] : Array.isArray(type) ? type : undefined;
  if (types && !types.some((name) => isOfType(name, value))) return true;
  if (Object.hasOwn(schema, "const") && !isSame(schema.const as Json, value)) return true;
  const values = member(schema, "enum");
  if (Array.isArray(values) && !values.some((one) => isSame(one, value))) return true;
  if (typeof value === "number") return breaksLimits(schema, value, ["minimum", "maximum"], true);
  if (typeof value === "string") return breaksLimits(schema, [...value].length, ["minLength", "maxLength"]);
  if (Array.isArray(value)) return breaksLimits(schema, value.length, ["minItems", "maxItems"]);
  if (!isObject(value)) return false;
  const required = member(schema, "required");
  const isLacking =
    Array.isArray(required) && required.some((name) => typeof name === "string" && !Object.hasOwn(value, name));
  return isLacking || breaksLimits(schema, Object.keys(value).length, ["minProperties", "maxProperties"]);
}

function breaksLimits(schema: JsonObject, size: number, [low, high]: [string, string], exclusive = false): boolean {
  const limit = (name: string) => {
    const found = member(schema, name);
    return typeof found === "number" ? found : undefined;
  };
  const [least, most] = [limit(low), limit(high)];
  if ((least !== undefined && size < least) || (most !== undefined && size > most)) return true;
  if (!exclusive) return false;
  const [above, below] = [limit("exclusiveMinimum"), limit("exclusiveMaximum")];
  return (above !== undefined && size <= above) || (below !== undefined && size >= below);
}

function isOfType(name: Json, value: Json): boolean {
  switch (name) {
    case "object":
      return isObject(value);
    case "array":
      return Array.isArray(value);
    case "null":
      return value === null;
    case "integer":
      return typeof value === "number" && Number.isInteger(value);
    case "number":
    case "string":
    case "boolean":
      return typeof value === name;
    default:
      return true;
  }
}

/** Equal as JSON: the order of members does not count, that of items does. */
function isSame(one: Json, other: Json): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return (
      one.length === other.length &&
      one.every((item, index) => canonicalText(item) === canonicalText(other[index] ?? null))
    );
  }
  return canonicalText(one) === canonicalText(other);
}

function all(parts: readonly Fit[]): Fit {
  if (parts.includes("breaks")) return "breaks";
  return parts.includes("unknown") ? "unknown" : "fits";
}

function oneOfAll(parts: readonly Fit[]): Fit {
  if (parts.includes("fits")) return "fits";
  return parts.includes("unknown") ? "unknown" : "breaks";
}

function exactlyOne(parts: readonly Fit[]): Fit {
  const fitting = parts.filter((part) => part === "fits").length;
  if (fitting > 1) return "breaks";
  if (parts.includes("unknown")) return "unknown";
  return fitting === 1 ? "fits" : "breaks";
}

function opposite(part: Fit): Fit {
  if (part === "unknown") return "unknown";
  return part === "fits" ? "breaks" : "fits";
}
