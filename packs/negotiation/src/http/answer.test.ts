import type { Exchange, Json, JsonObject } from "@mcptest/pack";
import { describe, expect, it } from "vitest";
import { answerOf, came } from "./answer.js";

/** An exchange with this status and body. A JSON object with the id 1 is the response. */
function met(status: number, body?: Json | { text: string }, outcome: Exchange["outcome"] = "no-response"): Exchange {
  const text = typeof body === "object" && body !== null && "text" in body ? String(body.text) : undefined;
  const json = text === undefined ? (body as Json | undefined) : undefined;
  const raw = text ?? (json === undefined ? undefined : JSON.stringify(json));
  const isResponse = (json as JsonObject | undefined)?.id === 1;
  return {
    number: 1,
    tags: { lane: "http-modern-2026-07-28", identity: "first" },
    transport: "http",
    connection: "http-1",
    sentAt: "2026-09-01T10:00:00.000Z",
    durationMs: 1,
    request: null,
    id: 1,
    outcome: isResponse ? "answered" : outcome,
    status,
    headers: [],
    messages: raw === undefined ? [] : [{ afterMs: 1, raw, byteLength: raw.length, sha256: "", json, via: "body" }],
    ...(isResponse ? { response: json as JsonObject } : {}),
  };
}

const error = (code: number, id?: Json): JsonObject => ({
  jsonrpc: "2.0",
  ...(id === undefined ? {} : { id }),
  error: { code, message: "x" },
});

describe("what a request met", () => {
  it.each<[string, Exchange, ReturnType<typeof answerOf>]>([
    ["a result", met(200, { jsonrpc: "2.0", id: 1, result: {} }), { kind: "served" }],
    ["a result with status 400", met(400, { jsonrpc: "2.0", id: 1, result: {} }), { kind: "served" }],
    ["an error", met(400, error(-32020, 1)), { kind: "refused", code: -32020 }],
    ["an error with status 200", met(200, error(-32020, 1)), { kind: "refused", code: -32020 }],
    ["an error with status 500", met(500, error(-32603, 1)), { kind: "refused", code: -32603 }],
    ["an error without an id", met(400, error(-32020)), { kind: "refused", code: -32020 }],
    ["an error with the id null", met(400, error(-32020, null)), { kind: "refused", code: -32020 }],
    ["a 400 with a text", met(400, { text: "Bad Request" }), { kind: "refused" }],
    ["a 404 with nothing", met(404), { kind: "refused" }],
  ])("is an answer: %s", (_, exchange, expected) => {
    expect(answerOf(exchange)).toEqual(expected);
  });

  it.each<[string, Exchange, "environment" | "host"]>([
    ["401 with an error", met(401, error(-32020, 1)), "environment"],
    ["403", met(403), "environment"],
    ["429", met(429, { text: "slow down" }), "environment"],
    ["405", met(405), "environment"],
    ["413", met(413), "environment"],
    ["415", met(415), "environment"],
    ["500 with a page", met(500, { text: "<h1>Oops</h1>" }), "environment"],
    ["503", met(503), "environment"],
    ["200 with a page", met(200, { text: "<h1>Welcome</h1>" }), "environment"],
    ["no connection", met(0, undefined, "unreachable"), "environment"],
    ["our own limit of time", met(0, undefined, "timeout"), "host"],
    ["our own limit of size", met(200, undefined, "limit"), "host"],
  ])("is no verdict: %s", (_, exchange, origin) => {
    expect(answerOf(exchange)).toMatchObject({ kind: "trouble", origin });
  });

  it("is told with its status and what came", () => {
    const exchanges = [met(400, error(-32020)), met(404), met(400, { text: "Bad Request" })];
    expect(exchanges.map((exchange) => came(exchange))).toMatchInlineSnapshot(`
      [
        "HTTP 400 with {"code":-32020,"message":"x"}",
        "HTTP 404 with an empty body",
        "HTTP 400 with "Bad Request"",
      ]
    `);
  });
});
