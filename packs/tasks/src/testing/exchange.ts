import type { Exchange, HeaderList, Json, JsonObject } from "@mcptest/pack";

/** An exchange as the wire would record it, for judgements that look at one. */
export function exchangeWith(parts: Partial<Exchange> = {}): Exchange {
  return {
    number: 1,
    tags: { lane: "http-modern-2026-07-28", identity: "first" },
    transport: "http",
    connection: "connection-1",
    sentAt: "2026-07-28T00:00:00.000Z",
    durationMs: 1,
    request: null,
    outcome: "answered",
    status: 200,
    headers: [],
    messages: [],
    ...parts,
  };
}

/** An exchange that was answered with a result. */
export function withResult(result: Json): Exchange {
  return exchangeWith({ response: { jsonrpc: "2.0", id: 1, result } });
}

/** An exchange that was answered with a JSON-RPC error. */
export function withError(code: number, parts: Partial<Exchange> = {}): Exchange {
  return exchangeWith({ response: { jsonrpc: "2.0", id: 1, error: { code, message: "no" } }, ...parts });
}

/** An exchange of which only what we sent matters. */
export function withRequest(method: string, params: JsonObject, headers: HeaderList = []): Exchange {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  return exchangeWith({ method, request: { headers, body, byteLength: body.length, sha256: "" } });
}
