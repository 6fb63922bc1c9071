import type { Exchange, Json, JsonObject } from "@mcptest/pack";
import { META } from "@mcptest/pack";
import { describe, expect, it } from "vitest";
import { foreignTo } from "./foreign.js";

/** A `tools/call` under way for a second from `at` on, with what came on its stream. */
function call(id: number, at: number, token?: Json, came: JsonObject[] = []): Exchange {
  const params = { name: "count", ...(token === undefined ? {} : { _meta: { progressToken: token } }) };
  const body = JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params });
  return {
    number: id,
    tags: { lane: "http-modern-2026-07-28", identity: "first" },
    transport: "http",
    connection: "http-1",
    sentAt: new Date(at).toISOString(),
    durationMs: 1000,
    request: { headers: [], body, byteLength: body.length, sha256: "" },
    method: "tools/call",
    id,
    outcome: "answered",
    headers: [["Content-Type", "text/event-stream"]],
    messages: came.map((json) => ({
      afterMs: 1,
      raw: JSON.stringify(json),
      byteLength: 1,
      sha256: "",
      json,
      via: "event",
    })),
  };
}

function notification(method: string, params: JsonObject): JsonObject {
  return { jsonrpc: "2.0", method, params };
}

const progress = (token: Json) => notification("notifications/progress", { progressToken: token, progress: 1 });

function kinds(stream: Exchange, others: Exchange[] = []): string[] {
  return foreignTo(stream, [stream, ...others]).map(({ kind }) => kind);
}

describe("what is foreign on the stream of a request", () => {
  it("is progress of another request that is under way", () => {
    const stream = call(1, 0, "mine", [progress("theirs")]);
    expect(kinds(stream, [call(2, 500, "theirs")])).toEqual(["progress"]);
    expect(foreignTo(stream, [call(2, 500, "theirs")])[0]?.finding).toMatchInlineSnapshot(`
      {
        "came": "on its stream came "notifications/progress" of request 2: {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"theirs","progress":1}}",
        "fix": "send a notification on the stream of the request that it belongs to, and on no other",
        "rule": "A71: notifications on the stream of a request relate to that request",
        "sent": "tools/call with the id 1",
      }
    `);
  });

  it("is not its own progress, nor a token of no request that is under way, which rpc-progress judges", () => {
    expect(kinds(call(1, 0, "mine", [progress("mine")]))).toEqual([]);
    expect(kinds(call(1, 5000, "mine", [progress("theirs")]), [call(2, 0, "theirs")])).toEqual([]);
    expect(kinds(call(1, 0, "mine", [progress("nobody's")]))).toEqual([]);
  });

  it("is whatever carries the id of a subscription", () => {
    const params = { _meta: { [META.subscriptionId]: "listen-1" } };
    expect(kinds(call(1, 0, "mine", [notification("notifications/tools/list_changed", params)]))).toEqual([
      "subscription",
    ]);
  });

  it("is the end of another request, and not its own", () => {
    const cancelled = (id: Json) => notification("notifications/cancelled", { requestId: id });
    expect(kinds(call(1, 0, undefined, [cancelled(2)]))).toEqual(["cancelled"]);
    expect(kinds(call(1, 0, undefined, [cancelled(1)]))).toEqual([]);
    expect(kinds(call(1, 0, undefined, [cancelled("1")]))).toEqual(["cancelled"]);
  });

  it("is nothing that says of itself no place, such as a log message", () => {
    const log = notification("notifications/message", { level: "info", data: "x" });
    expect(kinds(call(1, 0, "mine", [log, { jsonrpc: "2.0", id: 1, result: {} }]))).toEqual([]);
  });
});
