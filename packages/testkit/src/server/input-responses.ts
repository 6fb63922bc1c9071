import { isObject, type JsonObject, member } from "@mcptest/pack";
import { invalidParams } from "../protocol/json-rpc.js";

/** Whether `value` maps keys to results, and each result with an `action` has one of the three (schema, ElicitResult). */
export function isInputResponses(value: unknown): value is Record<string, JsonObject> {
  if (!isObject(value)) return false;
  return Object.values(value).every((result) => {
    if (!isObject(result)) return false;
    const action = member(result, "action");
    return action === undefined || action === "accept" || action === "decline" || action === "cancel";
  });
}

/** `inputResponses` of a retry. Throws `-32602` where they do not map keys to results. */
export function readResponses(value: unknown): JsonObject {
  if (!isInputResponses(value)) throw invalidParams("inputResponses must map keys to results");
  return value;
}
