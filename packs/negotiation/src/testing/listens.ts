import { type Exchange, type Json, type JsonObject, META } from "@mcptest/pack";
import { exchangeWith, received, sent } from "./exchange.js";

/** A modern request over HTTP with these parameters, and messages that came for it. */
export function request(
  method: string,
  params: JsonObject,
  messages: Json[] = [],
  parts: Partial<Exchange> = {},
): Exchange {
  const { id = 1 } = parts;
  return exchangeWith({
    method,
    id,
    status: 200,
    headers: [["Content-Type", "text/event-stream"]],
    request: sent(JSON.stringify({ jsonrpc: "2.0", id, method, params })),
    messages: messages.map((message) => received(message)),
    ...parts,
  });
}

/** A `subscriptions/listen` with this filter. */
export function listen(notifications: JsonObject, messages: Json[], parts: Partial<Exchange> = {}): Exchange {
  return request("subscriptions/listen", { notifications }, messages, parts);
}

/** The same over stdio. */
export const STDIO = { transport: "stdio", status: undefined, headers: [] } as const satisfies Partial<Exchange>;

/** What a process wrote that belongs to no request. */
export function unasked(message: Json, parts: Partial<Exchange> = {}): Exchange {
  return exchangeWith({ ...STDIO, number: 50, outcome: "no-response", messages: [received(message)], ...parts });
}

/** A notification that carries a subscription id. */
export function tagged(method: string, id: Json | undefined, params: JsonObject = {}): JsonObject {
  const meta: JsonObject = id === undefined ? {} : { _meta: { [META.subscriptionId]: id } };
  return { jsonrpc: "2.0", method, params: { ...meta, ...params } };
}

/** An acknowledgement. */
export function ack(id: Json | undefined, notifications: JsonObject = {}): JsonObject {
  return tagged("notifications/subscriptions/acknowledged", id, { notifications });
}
