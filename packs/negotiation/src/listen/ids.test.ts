import { type Json, type JsonObject, META } from "@mcptest/pack";
import { describe, expect, it } from "vitest";
import { ack, listen, STDIO, tagged, unasked } from "../testing/listens.js";
import { mixedUp, wronglyTagged } from "./ids.js";

const TOOLS = { toolsListChanged: true };
const CHANGED = "notifications/tools/list_changed";

function result(id: Json | undefined): JsonObject {
  const meta: JsonObject = id === undefined ? {} : { _meta: { [META.subscriptionId]: id } };
  return { jsonrpc: "2.0", id: 1, result: { resultType: "complete", ...meta } };
}

describe("wronglyTagged", () => {
  it.each<[string, Json, string[]]>([
    ["the id", tagged(CHANGED, 1), []],
    ["the id as a text", tagged(CHANGED, "1"), [CHANGED]],
    ["another id", tagged(CHANGED, 7), [CHANGED]],
    ["no id", tagged(CHANGED, undefined), [CHANGED]],
    ["a result with the id", result(1), []],
    ["a result without it", result(undefined), ["result"]],
    ["an end by requestId", { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } }, []],
    ["an error", { jsonrpc: "2.0", id: 1, error: { code: -32603, message: "?" } }, []],
    ["an acknowledgement without any, which has its own rule", ack(undefined), []],
    ["progress, which has its own rule", tagged("notifications/progress", undefined), []],
  ])("looks over HTTP at %s", (_what, message, subjects) => {
    expect(wronglyTagged([listen(TOOLS, [ack(1), message])]).map(({ subject }) => subject)).toEqual(subjects);
  });

  it("finds on stdio what was meant for a listen, and cites where it came", () => {
    const own = listen(TOOLS, [ack(1)], STDIO);
    const judged = (...messages: Json[]) =>
      wronglyTagged([own, ...messages.map((message, index) => unasked(message, { number: 50 + index }))]).map(
        ({ subject, exchange }) => `${exchange} ${subject}`,
      );
    expect(judged(tagged(CHANGED, "1"))).toEqual([`50 ${CHANGED}`]);
    expect(judged(ack("sub-1"), tagged(CHANGED, "sub-1"))).toEqual([
      "50 notifications/subscriptions/acknowledged",
      `51 ${CHANGED}`,
    ]);
    // Nothing says which subscription a made-up id is meant for (F16).
    expect(judged(tagged(CHANGED, "sub-1"))).toEqual([]);
  });
});

describe("mixedUp", () => {
  const beside = { number: 2, id: "b", durationMs: 500 };
  const first = { number: 1, durationMs: 500 };

  it("wants each stream to carry its own id", () => {
    const right = [listen(TOOLS, [ack(1), tagged(CHANGED, 1)], first), listen(TOOLS, [ack("b")], beside)];
    const wrong = [listen(TOOLS, [ack(1), tagged(CHANGED, "b")], first), listen(TOOLS, [ack("b")], beside)];
    expect(mixedUp(right)).toEqual([]);
    expect(mixedUp(wrong)).toMatchObject([{ exchange: 1, subject: CHANGED }]);
    expect(wronglyTagged(wrong)).toEqual([]);
  });

  it("finds on stdio the acknowledgement that went to another", () => {
    const both = [listen(TOOLS, [ack(1), ack(1)], { ...first, ...STDIO }), listen(TOOLS, [], { ...beside, ...STDIO })];
    expect(mixedUp(both)).toMatchObject([{ exchange: 1, subject: "notifications/subscriptions/acknowledged" }]);
  });

  it("compares only what was open at the same time, on one connection", () => {
    const later = { ...beside, sentAt: "2026-07-28T00:00:09.000Z" };
    const pairs = [later, { ...beside, connection: "other" }];
    for (const second of pairs) {
      const both = [listen(TOOLS, [ack(1), tagged(CHANGED, "b")], first), listen(TOOLS, [ack("b")], second)];
      expect(mixedUp(both)).toEqual([]);
    }
  });
});
