import { META } from "@mcptest/pack";
import { describe, expect, it } from "vitest";
import { received } from "../testing/exchange.js";
import { request, STDIO, tagged, unasked } from "../testing/listens.js";
import { unwantedLogs } from "./logs.js";

const LOG = { jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: "x" } };
const ANSWER = { jsonrpc: "2.0", id: 1, result: {} };
const LEVEL = { _meta: { [META.logLevel]: "info" } };
const answer = { response: ANSWER };

function kinds(...exchanges: ReturnType<typeof request>[]) {
  return unwantedLogs(exchanges, exchanges).map(({ kind, subject }) => `${subject}: ${kind}`);
}

describe("unwantedLogs", () => {
  it.each([
    ["asked for", LEVEL, [LOG, ANSWER], []],
    ["not asked for", {}, [LOG, ANSWER], ["tools/call: log without a level"]],
    ["behind the response", LEVEL, [ANSWER, LOG], ["tools/call: log after the response"]],
    ["absent", {}, [ANSWER], []],
  ])("judges over HTTP a log that is %s", (_what, params, messages, expected) => {
    expect(kinds(request("tools/call", params, messages, answer))).toEqual(expected);
  });

  it("leaves what comes on a listen to its own rule", () => {
    expect(kinds(request("subscriptions/listen", {}, [LOG]))).toEqual([]);
    expect(kinds(unasked(tagged("notifications/message", 3)))).toEqual([]);
  });

  it("takes a log on stdio for that of any request which asked and is not over", () => {
    const open = request("tools/call", LEVEL, [], { ...STDIO, number: 2 });
    const done = request("tools/call", LEVEL, [ANSWER], { ...STDIO, number: 2, ...answer });
    expect(kinds(open, unasked(LOG))).toEqual([]);
    expect(kinds(done, unasked(LOG, { messages: [received(LOG, { afterMs: 90 })] }))).toEqual([
      "unasked: log without a level",
    ]);
    expect(kinds({ ...open, connection: "another" }, unasked(LOG))).toEqual(["unasked: log without a level"]);
  });

  it("gives the rounded clock some slack: what an unasked log belongs to may just have been answered", () => {
    const of = (message: typeof LOG | typeof ANSWER, afterMs: number) => [received(message, { afterMs })];
    const call = request("tools/call", LEVEL, [], {
      ...{ ...STDIO, ...answer, number: 2, sentAt: "2026-11-30T22:00:00.752Z", durationMs: 0.652 },
      messages: of(ANSWER, 0.652),
    });
    const log = (sentAt: string) => unasked(LOG, { sentAt: `2026-11-30T22:00:00.${sentAt}Z`, messages: of(LOG, 0) });
    expect(kinds(call, log("753"))).toEqual([]);
    expect(kinds(call, log("751"))).toEqual([]);
    expect(kinds(call, log("760"))).toEqual(["unasked: log without a level"]);
  });

  it("reads each request once, however many messages come", () => {
    let reads = 0;
    const asking = request("tools/call", LEVEL, [ANSWER], { ...STDIO, number: 2, ...answer });
    const { request: sent } = asking;
    const watched = {
      ...asking,
      get request() {
        reads++;
        return sent;
      },
    };
    const flood = (count: number) => {
      reads = 0;
      const late = { messages: [received(LOG, { afterMs: 90 })] };
      const all = Array.from({ length: count }, (_, index) => unasked(LOG, { ...late, number: 50 + index }));
      return unwantedLogs(all, [watched, ...all]).length;
    };
    expect(flood(1)).toBe(1);
    const once = reads;
    expect(flood(2_000)).toBe(2_000);
    expect(reads).toBe(once);
  });
});
