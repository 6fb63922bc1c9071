import {
  type JSONRPCErrorResponse,
  type JSONRPCMessage,
  type McpServer,
  PROTOCOL_VERSION_META_KEY,
  type StandardSchemaV1,
  UnsupportedProtocolVersionError,
} from "@modelcontextprotocol/server";
import type { CallError } from "./catalog-types.js";
import type { CallRoute } from "./types.js";

/**
 * The one name under which the SDK dispatches the methods of all extensions. A caller who names it reaches nothing: the
 * call itself stands under a symbol, which no JSON can bring.
 */
export const CALL_METHOD = "mcptest-registry/call";

const CALL = Symbol("call");
const RESULT_TYPE = Symbol("resultType");

/** A request for a method of an extension, as its caller wrote it. */
export interface NativeCall {
  method: string;
  /** All params but `_meta`. */
  params: Record<string, unknown>;
}

/** Errors that travel as they are, by the object that takes the place of their data until they are written. */
const exact = new WeakMap<object, CallError>();

/** Takes params as they come: the SDK would otherwise answer `-32603` where `-32602` is due. */
export const anyParams: StandardSchemaV1<unknown, Record<PropertyKey, unknown>> = {
  "~standard": {
    version: 1,
    vendor: "mcptest",
    validate: (value) => ({ value: value as Record<PropertyKey, unknown> }),
  },
};

/** What the SDK's dispatch was given for {@link CALL_METHOD}; `undefined` where the caller named it himself. */
export function nativeCallOf(params: Record<PropertyKey, unknown>): NativeCall | undefined {
  return params[CALL] as NativeCall | undefined;
}

/**
 * The error to throw out of a request handler. The SDK rewrites `-32002` to `-32602` on every revision; that is right for
 * 2026-07-28, where the code is retired, and wrong for older ones: those take `asItIs`.
 */
export function rpcError(error: CallError, asItIs = false): Error {
  let { data } = error;
  if (asItIs) {
    const token = {};
    exact.set(token, error);
    data = token;
  }
  return Object.assign(new Error(error.message), { code: error.code, data });
}

/**
 * The value of a method as a result for the SDK, which would refuse any `resultType` but its own; the one that the value
 * has is put back when the message is written.
 */
export function nativeResult(value: Record<string, unknown>): Record<string, unknown> {
  if (typeof value.resultType !== "string" || value.resultType === "complete") return value;
  const { resultType, ...rest } = value;
  return { ...rest, [RESULT_TYPE]: resultType };
}

/**
 * Reads and writes around the SDK what passes between it and its transport. It lifts `inputResponses` and `requestState`
 * out of the params of every request, and knows method names (such as `tasks/list`) that it lets no handler serve; so calls
 * of `methods` are wrapped before it sees them. Over stdio it judges the version of the first request of 2026-07-28 only;
 * here each one is.
 */
export function tapMessages(mcp: McpServer, methods: ReadonlySet<string>, face: CallRoute): void {
  const { server } = mcp;
  const connect = server.connect.bind(server);
  server.connect = async (transport) => {
    await connect(transport);
    const deliver = transport.onmessage;
    const send = transport.send.bind(transport);
    transport.onmessage = (message, extra) => {
      const served = face === "native" ? server.getNegotiatedProtocolVersion() : undefined;
      const refusal = unsupported(message, served);
      if (refusal === undefined) deliver?.(incoming(message, methods), extra);
      else transport.send(refusal).catch((error: Error) => server.onerror?.(error));
    };
    transport.send = (message, options) => send(outgoing(message), options);
  };
}

/** The answer to a request whose `_meta` names another version than the one that is served. */
function unsupported(message: JSONRPCMessage, served: string | undefined): JSONRPCErrorResponse | undefined {
  if (!("method" in message && "id" in message)) return undefined;
  const requested = message.params?._meta?.[PROTOCOL_VERSION_META_KEY];
  if (typeof requested !== "string" || served === undefined || requested === served) return undefined;
  const { code, message: words, data } = new UnsupportedProtocolVersionError({ supported: [served], requested });
  return { jsonrpc: "2.0", id: message.id, error: { code, message: words, data } };
}

function incoming<Message extends JSONRPCMessage>(message: Message, methods: ReadonlySet<string>): Message {
  if (!("method" in message && "id" in message) || !methods.has(message.method)) return message;
  const { _meta, ...params } = (message.params ?? {}) as Record<string, unknown>;
  const call: NativeCall = { method: message.method, params };
  const meta = _meta === undefined ? {} : { _meta };
  return { ...message, method: CALL_METHOD, params: { ...meta, [CALL]: call } };
}

function outgoing(message: JSONRPCMessage): JSONRPCMessage {
  if ("error" in message) {
    const { data } = message.error;
    const error = typeof data === "object" && data !== null ? exact.get(data) : undefined;
    return error === undefined ? message : { ...message, error };
  }
  if ("result" in message && RESULT_TYPE in message.result) {
    return { ...message, result: { ...message.result, resultType: message.result[RESULT_TYPE] as string } };
  }
  return message;
}
