import type { Exchange, Json, JsonObject, ReceivedMessage, SentMessage } from "@mcptest/pack";

/** An exchange as the wire would record it, of the lane `http-legacy-2025-11-25`, for judgements that look at some. */
export function exchangeWith(parts: Partial<Exchange> = {}): Exchange {
  return {
    number: 1,
    tags: { lane: "http-legacy-2025-11-25", identity: "first" },
    transport: "http",
    connection: "connection-1",
    sentAt: "2026-07-28T00:00:00.000Z",
    durationMs: 1,
    request: null,
    outcome: "answered",
    headers: [],
    messages: [],
    ...parts,
  };
}

/** A message as we sent it. */
export function sent(body: string): SentMessage {
  return { headers: [], body, byteLength: body.length, sha256: "" };
}

/** A request with the id 1, and the response that it got. */
export function answered(
  method: string,
  params: JsonObject,
  response: { result: Json } | { error: JsonObject },
  parts: Partial<Exchange> = {},
): Exchange {
  const message = { jsonrpc: "2.0", id: 1, ...response };
  return exchangeWith({
    ...{ method, id: 1, status: 200, request: sent(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params })) },
    ...{ messages: [received(message, { via: "body" })], response: message },
    ...parts,
  });
}

/** A message of the server: text, or JSON as a `message` event of an SSE stream. */
export function received(content: Json, parts: Partial<ReceivedMessage> = {}): ReceivedMessage {
  const raw = typeof content === "string" ? content : JSON.stringify(content);
  const json = typeof content === "string" ? {} : { json: content };
  return { afterMs: 1, raw, byteLength: raw.length, sha256: "", via: "event", ...json, ...parts };
}
