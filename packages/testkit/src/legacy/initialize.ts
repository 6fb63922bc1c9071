import { randomUUID } from "node:crypto";
import { isObject, member } from "@mcptest/pack";
import { errorResponse, invalidParams, resultResponse } from "../protocol/json-rpc.js";
import type { Call, Outcome } from "../server/call.js";
import type { Server } from "../server/server.js";
import { type Session, stand } from "./session.js";
import { LEGACY_VERSION } from "./version.js";

/** Answers `initialize` and hands the new session to `keep`. Another version than ours is answered with ours (A104). */
export function initialize(server: Server, call: Call, keep: (session: Session) => void): Outcome {
  const { protocolVersion, capabilities, clientInfo } = call.params;
  if (
    typeof protocolVersion !== "string" ||
    !isObject(capabilities) ||
    typeof member(clientInfo, "name") !== "string"
  ) {
    const error = invalidParams("initialize needs protocolVersion, capabilities and clientInfo");
    return { status: 400, message: errorResponse(call.id, error) };
  }
  const session: Session = {
    id: randomUUID(),
    version: LEGACY_VERSION,
    declared: capabilities,
    asked: new Map(),
    nextId: 0,
  };
  if (call.transport === "stdio") stand(session, { emit: call.emit, gone: call.disconnected });
  keep(session);
  const result = {
    protocolVersion: session.version,
    capabilities: server.capabilities("legacy", call),
    serverInfo: server.info,
    instructions: "A reference server for testing. Every tool can be called without arguments, except echo.",
  };
  return {
    status: 200,
    ...(call.transport === "http" ? { headers: { "Mcp-Session-Id": session.id } } : {}),
    message: resultResponse(call.id, result),
  };
}
