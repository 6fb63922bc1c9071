import type { Json } from "@mcptest/pack";
import { expect, test } from "vitest";
import { metasIn } from "./metas.js";

const M = { "com.example/x": 1 };
const wheres = (json: Json, method?: string) => metasIn(json, method).map(({ where }) => where);
const result = (value: Json) => ({ jsonrpc: "2.0", id: 1, result: value });

test("params of notifications and of requests of the server have one", () => {
  expect(wheres({ jsonrpc: "2.0", method: "notifications/message", params: { _meta: M } }, "tools/call")).toEqual([
    "params of notifications/message",
  ]);
  const messages = [{ role: "user", content: { type: "text", text: "x", _meta: M } }];
  expect(wheres({ jsonrpc: "2.0", id: 1, method: "sampling/createMessage", params: { _meta: M, messages } })).toEqual([
    "params of sampling/createMessage",
    "a content block",
  ]);
});

test.each([
  ["tools/list", { tools: [{ name: "a", _meta: M }] }, 'tool "a"'],
  ["prompts/list", { prompts: [{ name: "a", _meta: M }] }, 'prompt "a"'],
  ["resources/list", { resources: [{ uri: "x:/a", _meta: M }] }, 'resource "x:/a"'],
  [
    "resources/templates/list",
    { resourceTemplates: [{ uriTemplate: "x:/{a}", _meta: M }] },
    'resource template "x:/{a}"',
  ],
  ["resources/read", { contents: [{ uri: "x:/a", _meta: M }] }, 'contents of "x:/a"'],
  ["tools/call", { content: [{ type: "text", text: "x", _meta: M }] }, "a content block"],
  ["tools/call", { content: [{ type: "resource", resource: { uri: "x:/a", _meta: M } }] }, "an embedded resource"],
  ["tools/call", { task: { taskId: "1", _meta: M } }, "a task"],
  ["prompts/get", { messages: [{ role: "user", content: { type: "text", _meta: M } }] }, "a content block"],
  ["tasks/get", { result: { content: [], _meta: M } }, "the result of a task"],
  ["tasks/list", { tasks: [{ taskId: "1", _meta: M }] }, 'task "1"'],
  [
    "tools/call",
    { inputRequests: { a: { method: "elicitation/create", params: { _meta: M } } } },
    "params of elicitation/create",
  ],
])("%s has one in its parts", (method, value, where) => {
  expect(wheres(result({ ...value, _meta: M }), method)).toEqual([`result of ${method}`, where]);
});

test.each([
  ["tools/call", { structuredContent: { _meta: M }, content: [] }],
  ["tools/list", { tools: [{ name: "a", inputSchema: { _meta: M, properties: { _meta: M } } }] }],
  ["server/discover", { capabilities: { extensions: { "com.example/a": { _meta: M } }, experimental: { _meta: M } } }],
  ["resources/read", { contents: [{ uri: "x:/a", text: JSON.stringify({ _meta: M }) }] }],
  ["skills/list", { skills: [{ _meta: M }] }],
  ["tools/list", { tools: [null, "a", [{ _meta: M }]], _meta: [M] }],
  ["tools/call", { content: "text" }],
])("%s: values of any form are not looked into", (method, value) => {
  expect(wheres(result(value as Json), method)).toEqual([]);
});

test("what is no result has none", () => {
  expect(wheres({ jsonrpc: "2.0", id: 1, error: { code: 1, message: "x", data: { _meta: M } } }, "tools/list")).toEqual(
    [],
  );
  expect([null, 1, "x", []].flatMap((json) => metasIn(json, "tools/list"))).toEqual([]);
});

test("nesting is followed to a depth", () => {
  const nested = (depth: number): Json =>
    depth === 0 ? [] : [{ type: "tool_result", _meta: M, content: nested(depth - 1) }];
  expect(wheres(result({ content: nested(50) }), "tools/call")).toHaveLength(3);
});
