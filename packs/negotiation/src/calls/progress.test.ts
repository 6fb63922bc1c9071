import type { Json } from "@mcptest/pack";
import { describe, expect, it } from "vitest";
import { received } from "../testing/exchange.js";
import { request, STDIO, tagged, unasked } from "../testing/listens.js";
import { wrongProgress } from "./progress.js";

const ANSWER = { jsonrpc: "2.0", id: 1, result: {} };
const answer = { response: ANSWER };
const ASKS = { _meta: { progressToken: "t" } };

function progress(value: Json, progressToken: Json = "t") {
  return { jsonrpc: "2.0", method: "notifications/progress", params: { progressToken, progress: value } };
}

function kinds(...exchanges: ReturnType<typeof request>[]) {
  return wrongProgress(exchanges, exchanges).map(({ kind }) => kind);
}

describe("wrongProgress", () => {
  it.each<[string, Json[], string[]]>([
    ["rises", [progress(1), progress(2.5), ANSWER], []],
    ["stands", [progress(1), progress(1), ANSWER], ["progress that does not rise (1 came before)"]],
    ["is a text", [progress("1"), ANSWER], ["progress that is no number"]],
    ["has another token", [progress(1, "u"), ANSWER], ["progress under a token that no request has"]],
    ["has no token", [progress(1, null), ANSWER], ["progress under a token that no request has"]],
    ["comes behind the response", [ANSWER, progress(1)], ["progress after the response"]],
  ])("judges progress that %s", (_what, messages, expected) => {
    expect(kinds(request("tools/call", ASKS, messages, answer))).toEqual(expected);
  });

  it("knows the tokens of deliberate violations too, and judges none of them", () => {
    const odd = request("tools/call", ASKS, [progress(1)], { ...STDIO, number: 2 });
    const late = unasked(progress(1));
    expect(wrongProgress([late], [odd, late])).toEqual([]);
  });

  it("leaves progress of a request that was given up, and of a legacy task, to their own rules", () => {
    const task = { jsonrpc: "2.0", id: 1, result: { task: { taskId: "1" } } };
    const late = unasked(progress(1), { messages: [received(progress(1), { afterMs: 90 })] });
    expect(kinds(request("tools/call", ASKS, [], { ...STDIO, number: 2, outcome: "timeout" }), late)).toEqual([]);
    expect(kinds(request("tools/call", ASKS, [task], { ...STDIO, number: 2, response: task }), late)).toEqual([]);
  });

  it("gives streams of HTTP the grace window, and stdio none", () => {
    const asked = request("tools/call", ASKS, [ANSWER], { number: 2, ...answer });
    const onGet = (afterMs: number) =>
      request("stream", {}, [], { number: 3, messages: [received(progress(1), { afterMs })] });
    expect(kinds(asked, onGet(1_500))).toEqual([]);
    expect(kinds(asked, onGet(2_500))).toEqual(["progress after the response"]);
    const late = unasked(progress(1), { messages: [received(progress(1), { afterMs: 90 })] });
    expect(kinds({ ...asked, ...STDIO }, late)).toEqual(["progress after the response"]);
  });

  it("leaves what comes on a listen to its own rule", () => {
    expect(kinds(request("subscriptions/listen", {}, [progress(1)]))).toEqual([]);
    expect(kinds(unasked(tagged("notifications/progress", 3, { progressToken: "x", progress: 1 })))).toEqual([]);
  });
});
