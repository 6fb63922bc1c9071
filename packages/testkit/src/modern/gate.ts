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
import { headerMismatch, methodNotFound, type RpcError, rpcError } from "../protocol/json-rpc.js";
import type { Call } from "../server/call.js";
import type { Check } from "../server/checks.js";
import { refuse } from "../server/refuse.js";
import type { Server } from "../server/server.js";
import { checkParamHeaders, type Fail } from "./param-headers.js";

/** Throws what is wrong with the `_meta`, the version or, over HTTP, the headers of a modern request. */
export function checkModernRequest(server: Server, call: Call): void {
  const { method, headers } = call;
  const meta = member(call.params, "_meta");
  const version = member(meta, META.protocolVersion);
  const http = call.transport === "http";
  const header = headers.get("mcp-protocol-version");
  const fail = (check: Check, error: RpcError) => refuse(server, check, error, call);

  if (method === "initialize" && (!http || header !== undefined)) fail("handshake", noHandshake(server));
  if (http && header === undefined) {
    const spoken = server.versions.join(", ");
    fail("version-header", headerMismatch(`MCP-Protocol-Version is missing; this server speaks ${spoken}`));
  }
  if (typeof version !== "string") fail("meta-version", missingMeta(META.protocolVersion));
  else {
    if (http && header !== undefined && header !== version) {
      fail("version-mismatch", headerMismatch("MCP-Protocol-Version differs from the version in _meta"));
    }
    if (!MODERN_VERSIONS.includes(version)) fail("version", unsupportedVersion(server, version));
  }
  if (!isObject(member(meta, META.clientCapabilities))) fail("meta-capabilities", missingMeta(META.clientCapabilities));
  if (http) checkMethodHeader(call, fail);
  if (!server.methods.modern.has(method)) fail("method", methodNotFound(method));
  if (!http) return;
  checkName(server, call, fail);
  if (method === "tools/call") checkParamHeaders(server.tools, call, fail);
}

/** `Mcp-Method` is there and equal to the method, in the same case (contract A61). */
function checkMethodHeader({ method, headers }: Call, fail: Fail): void {
  const header = headers.get("mcp-method");
  if (header === undefined) fail("method-header", headerMismatch("Mcp-Method is missing"));
  else if (header !== method) fail("method-mismatch", headerMismatch("Mcp-Method differs from the method"));
}

function checkName(server: Server, call: Call, fail: Fail): void {
  const parameter = nameParameter(call.method);
  const rule = server.policies.core.nameHeader(call.method);
  if (parameter === undefined || rule === "unchecked") return;
  const header = call.headers.get("mcp-name");
  if (header === undefined) {
    if (rule === "required") fail("name-header", headerMismatch("Mcp-Name is missing"));
    return;
  }
  const given = decodeHeaderValue(header);
  if (given === undefined) fail("name-encoding", headerMismatch("Mcp-Name is no valid base64 of UTF-8"));
  else if (given !== member(call.params, parameter)) {
    fail("name-mismatch", headerMismatch(`Mcp-Name differs from params.${parameter}`));
  }
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
