import { isObject, type JsonObject, member } from "@mcptest/pack";
import { errorResponse, invalidParams, resultResponse } from "../protocol/json-rpc.js";
import type { Call, Outcome } from "../server/call.js";
import type { Server } from "../server/server.js";
import { createSession, type Session, stand } from "./session.js";
import { REVISED } from "./version.js";

/**
 * Answers `initialize` and hands the new session to `keep`. A revision that is not spoken here is answered with another
 * one (A104). `lasting`: the stream of the request is that of the session, and no header names it.
 */
export function initialize(server: Server, call: Call, lasting: boolean, keep: (session: Session) => void): Outcome {
  const { protocolVersion, capabilities, clientInfo } = call.params;
  if (
    typeof protocolVersion !== "string" ||
    !isObject(capabilities) ||
    typeof member(clientInfo, "name") !== "string"
  ) {
    const error = invalidParams("initialize needs protocolVersion, capabilities and clientInfo");
    return { status: 400, message: errorResponse(call.id, error) };
  }
  const session = createSession(server.policies.core.sessionId(), call.version, capabilities);
  if (lasting) stand(session, { emit: call.send, gone: call.disconnected });
  keep(session);
  const result = {
    protocolVersion: session.version,
    capabilities: server.capabilities("legacy", call),
    serverInfo: infoOf(server, session.version),
    instructions: server.instructions,
  };
  return {
    status: 200,
    ...(lasting ? {} : { headers: { "Mcp-Session-Id": session.id } }),
    message: resultResponse(call.id, result),
  };
}

/** `title` came with 2025-06-18. */
function infoOf(server: Server, version: string): JsonObject {
  const { title: _title, ...older } = server.info;
  return version >= REVISED ? server.info : older;
}
