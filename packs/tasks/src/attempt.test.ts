import { type Exchange, errorOf, resultOf } from "@mcptest/pack";
import { describe, expect, it } from "vitest";
import { troubleOf, whatCame } from "./attempt.js";
import { exchangeWith, withError, withResult } from "./testing/exchange.js";

const trouble = (parts: Partial<Exchange>) => troubleOf(exchangeWith(parts), "the request");

describe("troubleOf", () => {
  it("is none where the server answered, with JSON-RPC or with a 4xx of its own", () => {
    expect(troubleOf(withResult({}), "x")).toBeUndefined();
    expect(troubleOf(withError(-32602, { status: 400 }), "x")).toBeUndefined();
    expect(troubleOf(withError(-32603, { status: 500 }), "x")).toBeUndefined();
    for (const status of [400, 404, 405, 413, 415, 422])
      expect(trouble({ outcome: "no-response", status })).toBeUndefined();
  });

  it("is whatever else came in place of a response: it may have been anything", () => {
    for (const status of [200, 202, 204, 300, 302, 307, 408, 500, 502, 503, 504, 525])
      expect(trouble({ outcome: "no-response", status, problem: `HTTP ${status} with a web page` })).toEqual({
        reason: `the request was answered with no JSON-RPC response: HTTP ${status} with a web page`,
        origin: "environment",
        evidence: [1],
      });
  });

  it("is whoever turns requests away before MCP sees them, whatever the body (A80)", () => {
    for (const status of [401, 403, 407, 421, 429]) {
      expect(trouble({ outcome: "no-response", status })).toMatchObject({ origin: "environment" });
      expect(troubleOf(withError(-32001, { status }), "the request")).toEqual({
        reason: `the request was turned away with HTTP ${status}`,
        origin: "environment",
        evidence: [1],
      });
    }
  });

  it("has the origin of what went wrong on the way", () => {
    const origins = (["timeout", "limit", "closed", "unreachable"] as const).map(
      (outcome) => trouble({ outcome })?.origin,
    );
    expect(origins).toEqual(["host", "host", "environment", "environment"]);
  });
});

describe("whatCame", () => {
  it("is the error or the result, else what the wire says, else the status", () => {
    expect(whatCame(withError(-32603))).toBe('{"code":-32603,"message":"no"}');
    expect(whatCame(withResult({ a: "long".repeat(9) }), 12)).toBe('{"a":"longlo… (44 characters)');
    expect(whatCame(exchangeWith({ outcome: "no-response", problem: "HTTP 200 with an empty body" }))).toBe(
      "HTTP 200 with an empty body",
    );
    expect(whatCame(exchangeWith({ outcome: "no-response", status: 418 }))).toBe("HTTP 418");
  });
});

describe("a response that has both a result and an error", () => {
  const both = exchangeWith({
    response: { jsonrpc: "2.0", id: 1, result: { tools: [] }, error: { code: -1, message: "no" } },
  });

  it("counts as its error, and is said to have both", () => {
    expect([resultOf(both), errorOf(both)]).toEqual([undefined, { code: -1, message: "no" }]);
    expect(whatCame(both)).toBe('both a result and an error, {"code":-1,"message":"no"}');
  });

  it("has its result where the error is null", () => {
    const response = { jsonrpc: "2.0", id: 1, result: { a: 1 }, error: null };
    expect(resultOf(exchangeWith({ response }))).toEqual({ a: 1 });
  });
});
