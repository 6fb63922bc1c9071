import { type Era, isObject, META, MODERN_VERSIONS, member } from "@mcptest/pack";
import type { Message } from "../protocol/json-rpc.js";
import type { Incoming } from "./incoming.js";
import type { EraOption } from "./options.js";

/** The era whose rules a message is served by: a dual server goes by how the message opens (contract C09). */
export function eraOf(served: EraOption, message: Message, incoming: Incoming): Era {
  if (served !== "dual") return served;
  if (message.kind === "request" && message.method === "initialize") return "legacy";
  const meta = message.kind === "response" ? undefined : member(message.params, "_meta");
  if (isObject(meta) && Object.hasOwn(meta, META.protocolVersion)) return "modern";
  if (MODERN_VERSIONS.includes(incoming.headers.get("mcp-protocol-version") ?? "")) return "modern";
  if (incoming.headers.has("mcp-method")) return "modern";
  // On stdio a bare notification, such as a cancellation, belongs to whatever the process is used for.
  if (incoming.transport === "stdio" && message.kind === "notification" && !incoming.scope.session) return "modern";
  return "legacy";
}

/** The era that the answer to an unreadable message is counted to: nothing but the headers can tell. */
export function eraOfUnreadable(served: EraOption, incoming: Incoming): Era {
  if (served !== "dual") return served;
  return incoming.scope.session || incoming.headers.has("mcp-session-id") ? "legacy" : "modern";
}
