import { ERROR, isObject, type Json, type JsonObject, member } from "@mcptest/pack";

const BRAND = Symbol("rpcError");

/** An error that becomes the JSON-RPC error response of the request it is thrown in. */
export interface RpcError extends Error {
  code: number;
  data?: Json;
  /** HTTP status where the rule of the code is not enough. */
  status?: number;
}

/** Makes an {@link RpcError}. */
export function rpcError(code: number, message: string, extra: { data?: Json; status?: number } = {}): RpcError {
  return Object.assign(new Error(message), { [BRAND]: true, code, ...extra });
}

/** Recognises what {@link rpcError} makes. */
export function isRpcError(error: unknown): error is RpcError {
  return error instanceof Error && Object.hasOwn(error, BRAND);
}

/** `-32021` with the client capabilities that the request should have declared (contract E07). */
export function missingCapability(requiredCapabilities: JsonObject): RpcError {
  return rpcError(ERROR.missingClientCapability, "Missing required client capability", {
    data: { requiredCapabilities },
  });
}

/** `-32020`. */
export function headerMismatch(message: string): RpcError {
  return rpcError(ERROR.headerMismatch, message);
}

/** `-32602`. */
export function invalidParams(message: string): RpcError {
  return rpcError(ERROR.invalidParams, message);
}

/** `-32601`. */
export function methodNotFound(method: string): RpcError {
  return rpcError(ERROR.methodNotFound, `Method not found: ${method}`);
}

/** The error response for `id`; without an id when it could not be read. */
export function errorResponse(id: Json | undefined, error: RpcError): JsonObject {
  const { code, message, data } = error;
  return {
    jsonrpc: "2.0",
    ...(id === undefined ? {} : { id }),
    error: { code, message, ...(data === undefined ? {} : { data }) },
  };
}

/** The result response for `id`. */
export function resultResponse(id: Json, result: JsonObject): JsonObject {
  return { jsonrpc: "2.0", id, result };
}

/** A message of the client, sorted by kind. */
export type Message =
  | { kind: "request"; id: string | number; method: string; params: JsonObject; json: JsonObject }
  | { kind: "notification"; method: string; params: JsonObject; json: JsonObject }
  | { kind: "response"; id: Json; json: JsonObject };

/** The JSON of a text. Throws an {@link RpcError}: `-32700`. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw rpcError(ERROR.parse, "Parse error: the message is not JSON", { status: 400 });
  }
}

/** Reads one message. Throws an {@link RpcError} for JSON that is no message: `-32600`. */
export function readMessage(json: unknown): Message {
  const invalid = (why: string) => rpcError(ERROR.invalidRequest, `Invalid request: ${why}`, { status: 400 });
  if (!isObject(json)) throw invalid("a message is one JSON object");
  if (member(json, "jsonrpc") !== "2.0") throw invalid('jsonrpc must be "2.0"');
  const method = member(json, "method");
  const id = member(json, "id");
  if (method === undefined) {
    const answers = Object.hasOwn(json, "result") || Object.hasOwn(json, "error");
    if (id === undefined || !answers) throw invalid("it has neither a method nor a result or error with an id");
    return { kind: "response", id, json };
  }
  if (typeof method !== "string") throw invalid("method must be a string");
  const params = member(json, "params") ?? {};
  if (!isObject(params)) throw invalid("params must be an object");
  if (!Object.hasOwn(json, "id")) return { kind: "notification", method, params, json };
  if (typeof id !== "string" && !Number.isInteger(id)) throw invalid("id must be a string or an integer");
  return { kind: "request", id: id as string | number, method, params, json };
}
