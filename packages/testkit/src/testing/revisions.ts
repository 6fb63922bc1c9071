import { type JsonObject, LEGACY_VERSIONS } from "@mcptest/pack";
import { type HttpAnswer, post } from "./http-client.js";
import { legacy, type RawRequest } from "./requests.js";

/** The four legacy revisions. */
export const REVISIONS = [...LEGACY_VERSIONS];

/** `initialize` for this revision. */
export function initializeFor(protocolVersion: string, capabilities: JsonObject = {}): RawRequest {
  return legacy("initialize", { protocolVersion, capabilities, clientInfo: { name: "test", version: "1.0.0" } });
}

/** A legacy session over Streamable HTTP. */
export interface HttpSession {
  /** Headers of every request after `initialize`. */
  headers: Record<string, string>;
  opened: HttpAnswer;
  send(method: string, params?: JsonObject, headers?: Record<string, string>): Promise<HttpAnswer>;
}

/** Opens a session of this revision, with the header of the revision from 2025-06-18 on. */
export async function openRevision(url: string, version: string, capabilities: JsonObject = {}): Promise<HttpSession> {
  const opened = await post(url, initializeFor(version, capabilities).message);
  const headers: Record<string, string> = {
    "Mcp-Session-Id": String(opened.headers["mcp-session-id"]),
    ...(version >= "2025-06-18" ? { "MCP-Protocol-Version": version } : {}),
  };
  await post(url, { jsonrpc: "2.0", method: "notifications/initialized" }, headers);
  return {
    headers,
    opened,
    send: (method, params = {}, own = headers) => post(url, legacy(method, params).message, own),
  };
}
