import { isObject, type JsonObject, member } from "@mcptest/pack";
import { safeJson } from "./safe-text.js";

/** Members of a server's capabilities that some revision defines; each is an object. `extensions` is looked at elsewhere. */
const MEMBERS = ["tools", "resources", "prompts", "completions", "logging", "tasks", "experimental"];

/**
 * Remarks on the capabilities in the result of `server/discover` or `initialize`: where they are no object, or a member
 * of theirs that the protocol defines is none. Such a member advertises nothing that a client could rely on.
 */
export function capabilityNotes(result: JsonObject | undefined): string[] {
  if (result === undefined) return [];
  const capabilities = member(result, "capabilities");
  if (capabilities === undefined) return ["malformed capabilities: there are none, and an object is due"];
  if (!isObject(capabilities)) return [`malformed capabilities: ${safeJson(capabilities, 60)}, not an object`];
  return MEMBERS.flatMap((name) => {
    const value = member(capabilities, name);
    if (value === undefined || isObject(value)) return [];
    return [`malformed capabilities: ${name} is ${safeJson(value, 60)}, not an object`];
  });
}
