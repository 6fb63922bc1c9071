import { ERROR } from "@mcptest/pack";
import { errorResponse, isRpcError, methodNotFound, resultResponse, rpcError } from "../protocol/json-rpc.js";
import type { Call, Outcome } from "../server/call.js";
import { refuse } from "../server/refuse.js";
import type { Server } from "../server/server.js";
import type { NoSession } from "./sessions.js";

/**
 * Answers one request by the rules of its legacy revision. `refused` says why it belongs to no session. Errors of an open
 * session travel with status 200: a 404 would tell the client to start over.
 */
export async function answerLegacy(server: Server, call: Call, refused?: NoSession): Promise<Outcome> {
  try {
    const handler = server.methods.legacy.get(call.method);
    // Without a session header an unknown method is told apart from one that comes too early; a ping never does (A103).
    const early = refused?.check === "initialized";
    if (refused && (early ? handler && call.method !== "ping" : true)) {
      refuse(server, refused.check, refused.error, call);
    }
    if (!handler) refuse(server, "legacy-method", methodNotFound(call.method), call);
    const result = (await handler?.(call.params, call)) ?? {};
    return { status: 200, message: resultResponse(call.id, result) };
  } catch (error) {
    const rpc = isRpcError(error) ? error : rpcError(ERROR.internal, "Internal error");
    return { status: rpc.status ?? 200, message: errorResponse(call.id, rpc) };
  }
}
