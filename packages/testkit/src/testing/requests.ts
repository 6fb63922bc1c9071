import { encodeHeaderValue, type JsonObject, META, nameParameter } from "@mcptest/pack";
import { TASKS_ID } from "../tasks/id.js";

/** Client capabilities that declare the Tasks extension. */
export const DECLARED: JsonObject = { extensions: { [TASKS_ID]: {} } };

/** Client capabilities that declare it together with elicitation. */
export const DECLARED_WITH_ELICITATION: JsonObject = { ...DECLARED, elicitation: {} };

/** A request as it is sent. */
export interface RawRequest {
  message: JsonObject;
  headers: Record<string, string>;
}

let lastId = 0;

/** A complete modern request: `_meta`, and the headers that it has over HTTP (contract L1). */
export function modern(method: string, params: JsonObject = {}, capabilities: JsonObject = {}): RawRequest {
  lastId += 1;
  const meta = {
    [META.protocolVersion]: "2026-07-28",
    [META.clientInfo]: { name: "test", version: "1.0.0" },
    [META.clientCapabilities]: capabilities,
  };
  const name = params[nameParameter(method) ?? ""];
  return {
    message: { jsonrpc: "2.0", id: lastId, method, params: { _meta: meta, ...params } },
    headers: {
      "MCP-Protocol-Version": "2026-07-28",
      "Mcp-Method": method,
      ...(typeof name === "string" ? { "Mcp-Name": encodeHeaderValue(name) } : {}),
    },
  };
}

/** A complete legacy request, apart from the session header. */
export function legacy(method: string, params: JsonObject = {}): RawRequest {
  lastId += 1;
  return {
    message: { jsonrpc: "2.0", id: lastId, method, params },
    headers: method === "initialize" ? {} : { "MCP-Protocol-Version": "2025-11-25" },
  };
}

/** `initialize` with these client capabilities. */
export function initializeRequest(capabilities: JsonObject = {}): RawRequest {
  const clientInfo = { name: "test", version: "1.0.0" };
  return legacy("initialize", { protocolVersion: "2025-11-25", capabilities, clientInfo });
}
