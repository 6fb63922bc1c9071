import { isObject, type Json, type JsonObject } from "@mcptest/pack";

/**
 * Characters of a reply. The id comes back in it, so that a server which asks with huge ids and reads nothing would fill
 * memory with what waits for it.
 */
const MAX_REPLY = 1024 * 1024;

/**
 * The answer to a request of the server when nobody else gives one: an empty result for `ping` (A107), `-32601` for
 * everything else.
 */
export function defaultReply(request: JsonObject): string {
  const id: Json = Object.hasOwn(request, "id") ? (request.id as Json) : null;
  if (request.method === "ping") return JSON.stringify({ jsonrpc: "2.0", id, result: {} });
  return JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32601, message: "Method not found" } });
}

/** The raw reply of `handler`, or `undefined` for silence: of a handler that throws, and in place of a huge reply. */
export function replyOf<Context>(
  handler: ((message: JsonObject, context: Context) => string | undefined) | undefined,
  message: Json | undefined,
  context: Context,
): string | undefined {
  if (!isObject(message)) return undefined;
  try {
    const reply = handler ? handler(message, context) : defaultReply(message);
    return reply !== undefined && reply.length > MAX_REPLY ? undefined : reply;
  } catch {
    return undefined;
  }
}
