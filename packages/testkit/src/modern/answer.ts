import { ERROR, isObject, type JsonObject, META } from "@mcptest/pack";
import { errorResponse, isRpcError, type RpcError, resultResponse, rpcError } from "../protocol/json-rpc.js";
import type { Call, Outcome } from "../server/call.js";
import type { Server } from "../server/server.js";
import { checkModernRequest } from "./gate.js";

/** HTTP status by error code (section 0.2); every other error travels with 200. */
const STATUS = new Map<number, number>([
  [ERROR.parse, 400],
  [ERROR.invalidRequest, 400],
  [ERROR.methodNotFound, 404],
  [ERROR.headerMismatch, 400],
  [ERROR.missingClientCapability, 400],
  [ERROR.unsupportedProtocolVersion, 400],
]);

/** HTTP status of a modern error response. */
function statusOf(error: RpcError): number {
  return error.status ?? STATUS.get(error.code) ?? 200;
}

/** Answers one request by the rules of 2026-07-28. */
export async function answerModern(server: Server, call: Call): Promise<Outcome> {
  try {
    checkModernRequest(server, call);
    const handler = server.methods.modern.get(call.method);
    const result = (await handler?.(call.params, call)) ?? {};
    return { status: 200, message: resultResponse(call.id, complete(server, result)) };
  } catch (error) {
    const rpc = isRpcError(error) ? error : rpcError(ERROR.internal, "Internal error");
    return { status: statusOf(rpc), message: errorResponse(call.id, rpc) };
  }
}

/** Every result has a `resultType` and says who answered (contract G01, B06). */
function complete(server: Server, result: JsonObject): JsonObject {
  const meta = isObject(result._meta) ? result._meta : {};
  return { resultType: "complete", ...result, _meta: { ...meta, [META.serverInfo]: server.info } };
}
