import { isObject, type JsonObject, member } from "@mcptest/pack";

/** Whether `value` maps keys to results, and each result with an `action` has one of the three (schema, ElicitResult). */
export function isInputResponses(value: unknown): value is Record<string, JsonObject> {
  if (!isObject(value)) return false;
  return Object.values(value).every((result) => {
    if (!isObject(result)) return false;
    const action = member(result, "action");
    return action === undefined || action === "accept" || action === "decline" || action === "cancel";
  });
}
