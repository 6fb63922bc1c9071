import { isObject, type JsonObject, member } from "@mcptest/pack";

/**
 * Whether the declared client capabilities cover `required`. `elicitation` stands for its form mode, which an empty
 * object declares too (contract B, G13).
 */
export function satisfies(declared: JsonObject, required: JsonObject): boolean {
  return Object.keys(required).every((name) => {
    const value = member(declared, name);
    if (!isObject(value)) return false;
    return name !== "elicitation" || Object.keys(value).length === 0 || isObject(member(value, "form"));
  });
}

/** `base` with the members of `extra` merged in, objects one level deep. */
export function mergeCapabilities(base: JsonObject, extra: JsonObject): JsonObject {
  const merged = { ...base };
  for (const [name, value] of Object.entries(extra)) {
    const before = merged[name];
    merged[name] = isObject(before) && isObject(value) ? { ...before, ...value } : value;
  }
  return merged;
}
