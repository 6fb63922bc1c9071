import { ERROR, type Exchange, isObject, type Json, type JsonObject, member, type Transport } from "@mcptest/pack";

/** What one request of detection gave. `none`: another error shape, an unreadable answer, a time-out, an exit. */
export type Answer =
  | { kind: "result"; result: Json; exchange: Exchange }
  | { kind: "error"; error: JsonObject; exchange: Exchange }
  | { kind: "none"; exchange: Exchange };

/**
 * Reads the answer of an exchange. Over HTTP it is the JSON body whatever its id and status, or on an SSE stream the
 * message with the request's id (C.3); on stdio only a message with that id. `error: null` beside a result is no error.
 */
export function readAnswer(exchange: Exchange): Answer {
  const message = exchange.response ?? bodyOf(exchange);
  const error = member(message, "error");
  if (isObject(error)) return { kind: "error", error, exchange };
  const result = member(message, "result");
  return result === undefined ? { kind: "none", exchange } : { kind: "result", result, exchange };
}

function bodyOf(exchange: Exchange): JsonObject | undefined {
  const body = exchange.messages.find(({ via }) => via === "body")?.json;
  return isObject(body) ? body : undefined;
}

/** Codes that no legacy revision defines: they prove a modern server even when misused (C.1). */
const MODERN_CODES: readonly unknown[] = [
  ERROR.headerMismatch,
  ERROR.missingClientCapability,
  ERROR.unsupportedProtocolVersion,
];

/**
 * True for an error that only a modern server sends (C.1, J16): one of the three modern codes, or over HTTP a `404` with
 * `-32601`, except for `server/discover` itself, which a modern server must have.
 */
export function isModernError(
  transport: Transport,
  method: string,
  httpStatus: number | undefined,
  error: JsonObject,
): boolean {
  const code = member(error, "code");
  if (MODERN_CODES.includes(code)) return true;
  return transport === "http" && httpStatus === 404 && code === ERROR.methodNotFound && method !== "server/discover";
}

/** `value` when it is an array of strings, else `undefined`. */
export function stringArray(value: unknown): string[] | undefined {
  return Array.isArray(value) && value.every((item) => typeof item === "string") ? value : undefined;
}

/** `data.supported` of an error when it is a string array. */
export function supportedVersions(error: JsonObject): string[] | undefined {
  return stringArray(member(member(error, "data"), "supported"));
}
