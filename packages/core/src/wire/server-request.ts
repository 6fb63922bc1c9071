import { isObject, type Json, type JsonObject } from "@mcptest/pack";

/**
 * The answer to a request of the server when nobody else gives one: an empty result for `ping` (A107), `-32601` for
 * everything else.
 */
export function defaultReply(request: JsonObject): string {
  const id: Json = Object.hasOwn(request, "id") ? (request.id as Json) : null;
  if (request.method === "ping") return JSON.stringify({ jsonrpc: "2.0", id, result: {} });
  return JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32601, message: "Method not found" } });
}

/** The raw reply of `handler`, or `undefined` for silence; a handler that throws is silent. */
export function replyOf<Context>(
  handler: ((message: JsonObject, context: Context) => string | undefined) | undefined,
  message: Json | undefined,
  context: Context,
): string | undefined {
  if (!isObject(message)) return undefined;
  if (!handler) return defaultReply(message);
  try {
    return handler(message, context);
  } catch {
    return undefined;
  }
}
