import { isObject, type Json, type JsonObject, member } from "@mcptest/pack";

/** What is wrong with `value` by `schema` (`type`, `required`, `properties` and `items`), or `undefined`. */
export function complaintOf(schema: Json, value: Json, at = "arguments"): string | undefined {
  const type = member(schema, "type");
  if (type !== undefined && !isOf(type, value)) return `${at} must be of type ${String(type)}`;
  if (Array.isArray(value)) {
    const items = member(schema, "items");
    return items === undefined
      ? undefined
      : first(value.map((item, index) => complaintOf(items, item, `${at}/${index}`)));
  }
  if (!isObject(value)) return undefined;
  const required = member(schema, "required");
  const missing = (Array.isArray(required) ? required : []).find((name) => !Object.hasOwn(value, String(name)));
  if (missing !== undefined) return `${at} must have ${String(missing)}`;
  return first(propertiesOf(schema).map(([name, rule]) => memberComplaint(rule, value, name, at)));
}

function memberComplaint(rule: Json, value: JsonObject, name: string, at: string): string | undefined {
  const given = member(value, name);
  return given === undefined ? undefined : complaintOf(rule, given, `${at}/${name}`);
}

function propertiesOf(schema: Json): [string, Json][] {
  const properties = member(schema, "properties");
  return isObject(properties) ? Object.entries(properties) : [];
}

function isOf(type: Json, value: Json): boolean {
  if (type === "array") return Array.isArray(value);
  if (type === "object") return isObject(value);
  if (type === "integer") return Number.isInteger(value);
  return typeof value === type;
}

function first(complaints: (string | undefined)[]): string | undefined {
  return complaints.find((complaint) => complaint !== undefined);
}
