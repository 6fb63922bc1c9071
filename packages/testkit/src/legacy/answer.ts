import { ERROR } from "@mcptest/pack";
import {
  errorResponse,
  isRpcError,
  methodNotFound,
  type RpcError,
  resultResponse,
  rpcError,
} from "../protocol/json-rpc.js";
import type { Call, Outcome } from "../server/call.js";
import type { Server } from "../server/server.js";

/**
 * Answers one request by the rules of 2025-11-25. `refused` says why it belongs to no session. Errors of an open session
 * travel with status 200: a 404 would tell the client to start over.
 */
export async function answerLegacy(server: Server, call: Call, refused?: RpcError): Promise<Outcome> {
  try {
    const handler = server.methods.legacy.get(call.method);
    // On stdio an unknown method is told apart from one that comes too early.
    if (refused && (handler || call.transport === "http")) throw refused;
    if (!handler) throw methodNotFound(call.method);
    return { status: 200, message: resultResponse(call.id, await handler(call.params, call)) };
  } catch (error) {
    const rpc = isRpcError(error) ? error : rpcError(ERROR.internal, "Internal error");
    return { status: rpc.status ?? 200, message: errorResponse(call.id, rpc) };
  }
}
