import {
  decodeHeaderValue,
  ERROR,
  isObject,
  type JsonObject,
  META,
  MODERN_VERSIONS,
  member,
  nameParameter,
} from "@mcptest/pack";
import { methodNotFound, rpcError } from "../protocol/json-rpc.js";
import type { Call } from "../server/call.js";
import type { Server } from "../server/server.js";

/** Throws what is wrong with the `_meta`, the version or, over HTTP, the headers of a modern request. */
export function checkModernRequest(server: Server, call: Call): void {
  const meta = member(call.params, "_meta");
  const version = member(meta, META.protocolVersion);
  const http = call.transport === "http";
  const header = call.headers.get("mcp-protocol-version");
  if (call.method === "initialize" && (!http || header !== undefined)) throw noHandshake(server);
  if (http && header === undefined) {
    throw headerMismatch(`MCP-Protocol-Version is missing; this server speaks ${server.versions.join(", ")}`);
  }
  if (typeof version !== "string") throw missingMeta(META.protocolVersion);
  if (http && header !== version) throw headerMismatch("MCP-Protocol-Version differs from the version in _meta");
  if (!MODERN_VERSIONS.includes(version)) throw unsupportedVersion(server, version);
  if (!isObject(member(meta, META.clientCapabilities))) throw missingMeta(META.clientCapabilities);
  if (http && call.headers.get("mcp-method") !== call.method) {
    throw headerMismatch("Mcp-Method is missing or differs from the method");
  }
  if (!server.methods.modern.has(call.method)) throw methodNotFound(call.method);
  if (http) checkName(server, call);
}

function checkName(server: Server, call: Call): void {
  const parameter = nameParameter(call.method);
  const rule = server.policies.core.nameHeader(call.method);
  if (parameter === undefined || rule === "unchecked") return;
  const header = call.headers.get("mcp-name");
  if (header === undefined && rule === "optional") return;
  const given = header === undefined ? undefined : decodeHeaderValue(header);
  if (given === undefined) throw headerMismatch("Mcp-Name is missing or not decodable");
  if (given !== member(call.params, parameter)) throw headerMismatch(`Mcp-Name differs from params.${parameter}`);
}

function headerMismatch(message: string) {
  return rpcError(ERROR.headerMismatch, message);
}

function missingMeta(key: string) {
  return rpcError(ERROR.invalidParams, `params._meta has no ${key} of the right type`, { status: 400 });
}

function unsupportedVersion(server: Server, requested: string) {
  const data: JsonObject = { supported: server.versions, requested };
  return rpcError(ERROR.unsupportedProtocolVersion, "Unsupported protocol version", { data });
}

/** `initialize` does not exist here; the error still says which versions do (contract A24). */
function noHandshake(server: Server) {
  const supported = server.versions;
  const message = `Method not found: initialize (this server speaks ${supported.join(", ")}, without a handshake)`;
  return rpcError(ERROR.methodNotFound, message, { data: { supported } });
}
