import type { Json, JsonObject } from "@mcptest/pack";
import { describe, expect, it } from "vitest";
import { received } from "../testing/exchange.js";
import { ack, listen, STDIO, tagged } from "../testing/listens.js";
import { noEventStream, notRequested, requestScoped, wrongUris } from "./traffic.js";

describe("notRequested", () => {
  it.each<[string, JsonObject, string, string[]]>([
    ["asked for", { toolsListChanged: true }, "notifications/tools/list_changed", []],
    ["left out", {}, "notifications/tools/list_changed", ["fail"]],
    ["set to false", { promptsListChanged: false }, "notifications/prompts/list_changed", ["fail"]],
    ["of no resource", { resourceSubscriptions: [] }, "notifications/resources/updated", ["fail"]],
    ["of some resource", { resourceSubscriptions: ["a"] }, "notifications/resources/updated", []],
    ["of tasks, unasked", {}, "notifications/tasks", ["fail"]],
    ["of tasks, asked for", { taskIds: ["1"] }, "notifications/tasks", []],
    ["of an extension", {}, "notifications/toy/dealt", ["warn"]],
    ["the end", {}, "notifications/cancelled", []],
    ["a log message, which has its own rule", {}, "notifications/message", []],
  ])("judges a notification that is %s", (_what, filter, method, outcomes) => {
    const found = notRequested([listen(filter, [ack(1), tagged(method, 1)])]);
    expect(found.map(({ outcome = "fail" }) => outcome)).toEqual(outcomes);
  });

  it("leaves on stdio what names no subscription to another rule", () => {
    expect(notRequested([listen({}, [tagged("notifications/tools/list_changed", undefined)], STDIO)])).toEqual([]);
  });
});

describe("requestScoped", () => {
  it("finds progress and log messages", () => {
    const messages = [ack(1), tagged("notifications/message", 1), tagged("notifications/progress", undefined)];
    expect(requestScoped([listen({}, messages)])).toHaveLength(2);
    expect(requestScoped([listen({}, messages, STDIO)])).toHaveLength(1);
  });
});

describe("noEventStream", () => {
  const json = (message: Json, status = 200) =>
    listen({}, [], {
      status,
      headers: [["content-type", "application/json"]],
      messages: [received(message, { via: "body" })],
    });

  it("wants an event stream where a listen succeeds", () => {
    expect(noEventStream([listen({}, [ack(1)])])).toEqual([]);
    expect(
      noEventStream([listen({}, [ack(1)], { headers: [["Content-Type", "Text/Event-Stream; charset=utf-8"]] })]),
    ).toEqual([]);
    expect(noEventStream([json(ack(1))])).toHaveLength(1);
    expect(noEventStream([listen({}, [], { status: 202, headers: [] })])).toHaveLength(1);
  });

  it("lets an error be JSON", () => {
    expect(noEventStream([json({ jsonrpc: "2.0", id: 1, error: { code: -32602, message: "?" } })])).toEqual([]);
    expect(noEventStream([json("Not found", 404)])).toEqual([]);
  });
});

describe("wrongUris", () => {
  const updated = (params: JsonObject) => tagged("notifications/resources/updated", 1, params);

  it.each<[string, JsonObject, number]>([
    ["the resource", { uri: "x://a" }, 0],
    ["a part of it", { uri: "x://a/b" }, 0],
    ["another", { uri: "x://b" }, 1],
    ["none", {}, 1],
    ["a number", { uri: 1 }, 1],
  ])("judges an update that names %s", (_what, params, count) => {
    expect(wrongUris([listen({ resourceSubscriptions: ["x://a"] }, [updated(params)])])).toHaveLength(count);
  });

  it("leaves an update that nobody asked for to its own rule", () => {
    expect(wrongUris([listen({}, [updated({})])])).toEqual([]);
  });
});
