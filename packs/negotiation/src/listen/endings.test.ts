import type { Exchange, Json } from "@mcptest/pack";
import { describe, expect, it } from "vitest";
import { received } from "../testing/exchange.js";
import { ack, listen, request, STDIO, tagged, unasked } from "../testing/listens.js";
import { afterCancel, cancelledIn, endedSilently, strayChanges } from "./endings.js";

const CHANGED = "notifications/tools/list_changed";
const TOOLS = { toolsListChanged: true };
const END = { jsonrpc: "2.0", id: 1, result: { resultType: "complete" } };

const own = listen(TOOLS, [ack(1)], { ...STDIO, outcome: "closed", cause: "ABORTED" });
const cancel = request("notifications/cancelled", { requestId: 1 }, [], { ...STDIO, number: 2, id: undefined });

function late(message: Json, afterMs: number, parts: Partial<Exchange> = {}): Exchange {
  return unasked(message, { messages: [received(message, { afterMs })], ...parts });
}

describe("afterCancel", () => {
  it.each<[string, Json, number]>([
    ["a change", tagged(CHANGED, 1), 1],
    ["a result", END, 1],
    ["an end of the server's own", { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } }, 1],
    ["a change of another", tagged(CHANGED, 9), 0],
    ["a change under the id as a text", tagged(CHANGED, "1"), 0],
  ])("gives %s two seconds", (_what, message, count) => {
    expect(afterCancel([own, cancel, late(message, 1_900)])).toEqual([]);
    expect(afterCancel([own, cancel, late(message, 2_100)])).toHaveLength(count);
  });

  it("knows only what was cancelled on the same connection", () => {
    expect(cancelledIn([own, cancel])).toHaveLength(1);
    expect(afterCancel([own, late(tagged(CHANGED, 1), 9_000)])).toEqual([]);
    expect(afterCancel([own, { ...cancel, connection: "other" }, late(tagged(CHANGED, 1), 9_000)])).toEqual([]);
  });
});

describe("endedSilently", () => {
  it("blames nobody for the end of a process that another request may have broken", () => {
    const ended = listen(TOOLS, [ack(1)], { ...STDIO, outcome: "closed", durationMs: 5_000 });
    const at = (ms: number) => new Date(Date.parse(ended.sentAt) + ms).toISOString();
    const call = { ...ended, number: 90, method: "tools/call", messages: [] };
    const outcomeWith = (other: Partial<Exchange>) =>
      endedSilently([ended], [ended, { ...call, ...other }])[0]?.outcome;
    expect(outcomeWith({ sentAt: at(4_000), durationMs: 1_000 })).toBe("note");
    expect(outcomeWith({ sentAt: at(4_700), durationMs: 100, outcome: "answered" })).toBe("note");
    expect(outcomeWith({ sentAt: at(1_000), durationMs: 100, outcome: "answered" })).toBe("warn");
    expect(outcomeWith({ sentAt: at(4_000), durationMs: 1_000, connection: "another" })).toBe("warn");
    expect(outcomeWith({ sentAt: at(0), durationMs: 5_000, method: "subscriptions/listen" })).toBe("warn");
  });

  const byServer = { endedBy: "server" } as const;

  it("wants a word where the server ends a stream", () => {
    expect(endedSilently([listen(TOOLS, [ack(1)], byServer)])).toMatchObject([{ outcome: "warn" }]);
    expect(endedSilently([listen(TOOLS, [ack(1), END], byServer)])).toEqual([]);
    const cancelled = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } };
    expect(endedSilently([listen(TOOLS, [ack(1), cancelled], byServer)])).toEqual([]);
  });

  it("wants none where we end it", () => {
    expect(endedSilently([listen(TOOLS, [ack(1)], { endedBy: "client" }), own])).toEqual([]);
  });

  it("takes a process that ends by itself for an end of the server", () => {
    expect(endedSilently([listen(TOOLS, [ack(1)], { ...STDIO, outcome: "closed" })])).toHaveLength(1);
  });

  it("leaves a body of JSON to the rule of event streams", () => {
    const body = { ...byServer, messages: [received(ack(1), { via: "body" })] };
    expect(endedSilently([listen(TOOLS, [], body)])).toEqual([]);
  });
});

describe("strayChanges", () => {
  const ended = listen(TOOLS, [ack(1), END], { ...STDIO, response: END });

  it("finds a change for what was never open", () => {
    expect(strayChanges([own, unasked(tagged(CHANGED, "sub-1"))])).toMatchObject([{ exchange: 50, subject: CHANGED }]);
    expect(strayChanges([own, unasked(tagged("notifications/message", "sub-1"))])).toEqual([]);
  });

  it("gives one that the server has ended two seconds", () => {
    expect(strayChanges([ended, late(tagged(CHANGED, 1), 1_900)])).toEqual([]);
    expect(strayChanges([ended, late(tagged(CHANGED, 1), 2_100)])).toHaveLength(1);
  });

  it("leaves to other rules what we have cancelled, and a wrong id of an open one", () => {
    expect(strayChanges([own, cancel, late(tagged(CHANGED, 1), 9_000)])).toEqual([]);
    expect(strayChanges([own, unasked(tagged(CHANGED, "1"))])).toEqual([]);
    expect(strayChanges([own, unasked(ack("sub-1")), unasked(tagged(CHANGED, "sub-1"))])).toEqual([]);
  });
});
