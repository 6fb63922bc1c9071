import type { Json, JsonObject } from "@mcptest/pack";
import { describe, expect, it } from "vitest";
import { received } from "../testing/exchange.js";
import { ack, listen, STDIO, tagged, unasked } from "../testing/listens.js";
import { agreedTooMuch, misshapen, notAgreed, notFirst } from "./acks.js";

const TOOLS = { toolsListChanged: true };
const CHANGE = tagged("notifications/tools/list_changed", 1);
const RESULT = { jsonrpc: "2.0", id: 1, result: { resultType: "complete" } };
const REFUSAL = { jsonrpc: "2.0", id: 1, error: { code: -32601, message: "?" } };
const LOG = { jsonrpc: "2.0", method: "notifications/message", params: {} };

describe("notFirst", () => {
  it.each<[string, Json[], number]>([
    ["the acknowledgement", [ack(1), CHANGE], 0],
    ["a change", [CHANGE, ack(1)], 1],
    ["a result", [RESULT], 1],
    ["a refusal", [REFUSAL], 0],
    ["a log message, which has its own rule", [LOG, ack(1)], 0],
    ["nothing", [], 0],
    ["an acknowledgement of another name", [tagged("notifications/acknowledged", 1, { notifications: {} })], 0],
  ])("looks at a stream that begins with %s", (_what, messages, count) => {
    expect(notFirst([listen(TOOLS, messages)])).toHaveLength(count);
  });

  it("looks on stdio only at what names the listen", () => {
    const untagged = tagged("notifications/tools/list_changed", undefined);
    expect(notFirst([listen(TOOLS, [untagged, ack(1)], STDIO)])).toEqual([]);
    expect(notFirst([listen(TOOLS, [CHANGE, ack(1)], STDIO)])).toHaveLength(1);
    expect(notFirst([listen(TOOLS, [CHANGE], STDIO), unasked(ack(undefined))])).toEqual([]);
  });

  it("leaves a body of JSON to the rule of event streams", () => {
    expect(notFirst([listen(TOOLS, [], { messages: [received(RESULT, { via: "body" })] })])).toEqual([]);
  });
});

describe("misshapen", () => {
  it.each<[string, JsonObject, string[]]>([
    ["whole", ack(1), []],
    ["without an id", ack(undefined), ["the acknowledgement has no subscription id"]],
    ["with an id that is wrong, which is F04's", ack(null), []],
    [
      "with fields of other types",
      ack(1, { toolsListChanged: "yes", promptsListChanged: false, resourceSubscriptions: "a", "com.example/x": 1 }),
      [
        "the acknowledgement has no boolean toolsListChanged",
        "the acknowledgement has no list of strings resourceSubscriptions",
      ],
    ],
    [
      "without a filter",
      tagged("notifications/subscriptions/acknowledged", 1),
      ['the acknowledgement has no object "notifications"'],
    ],
    [
      "misnamed",
      tagged("notifications/subscriptions/acknowledge", 1, { notifications: {} }),
      ["the acknowledgement has another name"],
    ],
  ])("looks at an acknowledgement that is %s", (_what, message, kinds) => {
    expect(misshapen([listen(TOOLS, [message])]).map(({ kind }) => kind)).toEqual(kinds);
    expect(misshapen([unasked(message)]).map(({ kind }) => kind)).toEqual(kinds);
  });
});

describe("agreedTooMuch", () => {
  it.each<[string, JsonObject, JsonObject, string[]]>([
    ["the same", TOOLS, TOOLS, []],
    ["less", TOOLS, {}, []],
    ["false for what was not asked for", {}, { toolsListChanged: false, resourceSubscriptions: [] }, []],
    ["true for what was not asked for", {}, TOOLS, ["toolsListChanged"]],
    ["true for false", { toolsListChanged: false }, TOOLS, ["toolsListChanged"]],
    ["another URI", { resourceSubscriptions: ["a"] }, { resourceSubscriptions: ["a", "b"] }, ["resourceSubscriptions"]],
    ["a part of the URIs", { resourceSubscriptions: ["a", "b"] }, { resourceSubscriptions: ["b"] }, []],
    ["an unknown type", { "com.example/x": true }, { "com.example/y": true }, ["com.example/y"]],
  ])("compares by meaning: %s", (_what, filter, agreed, subjects) => {
    expect(agreedTooMuch([listen(filter, [ack(1, agreed)])]).map(({ subject }) => subject)).toEqual(subjects);
  });

  it("takes __proto__ for a name like any other", () => {
    const agreed = JSON.parse('{"__proto__": true}') as JsonObject;
    expect(agreedTooMuch([listen({}, [ack(1, agreed)])]).map(({ subject }) => subject)).toEqual(["__proto__"]);
  });
});

describe("notAgreed", () => {
  const capabilities = { tools: { listChanged: true }, prompts: { listChanged: false }, resources: {} };
  const all = { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true };

  it("wants what is advertised and was asked for", () => {
    expect(notAgreed([listen(all, [ack(1, {})])], capabilities).map(({ subject }) => subject)).toEqual([
      "toolsListChanged",
    ]);
    expect(notAgreed([listen(all, [ack(1, TOOLS)]), listen({}, [ack(1, {})])], capabilities)).toEqual([]);
    expect(notAgreed([listen(all, [REFUSAL])], capabilities)).toEqual([]);
  });
});
