import type { ExchangeTags, RequestSpec } from "@mcptest/pack";
import { expect, test } from "vitest";
import { buildRequest, type RequestBase } from "./request.js";

const tags: ExchangeTags = { lane: "http-modern-2026-07-28", identity: "first" };

function base(changes: Partial<RequestBase> = {}): RequestBase {
  let id = 6;
  return {
    transport: "http",
    era: "modern",
    protocolVersion: "2026-07-28",
    clientInfo: { name: "tool", version: "1.0.0" },
    timeoutMs: 30_000,
    nextId: () => ++id,
    ...changes,
  };
}

const legacy: Partial<RequestBase> = { era: "legacy", protocolVersion: "2025-11-25", sessionId: "s-1" };

function build(spec: RequestSpec, changes: Partial<RequestBase> = {}) {
  const outgoing = buildRequest(base(changes), spec, tags);
  return { ...outgoing, json: JSON.parse(outgoing.body) };
}

const poll: RequestSpec = {
  method: "tasks/get",
  params: { taskId: "786512e2" },
  extensions: { "io.modelcontextprotocol/tasks": {} },
};

test("a modern HTTP request has the whole _meta and every header", () => {
  expect(build(poll)).toMatchInlineSnapshot(`
    {
      "body": "{"jsonrpc":"2.0","id":7,"method":"tasks/get","params":{"taskId":"786512e2","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"tool","version":"1.0.0"},"io.modelcontextprotocol/clientCapabilities":{"extensions":{"io.modelcontextprotocol/tasks":{}}}}}}",
      "headers": [
        [
          "Content-Type",
          "application/json",
        ],
        [
          "Accept",
          "application/json, text/event-stream",
        ],
        [
          "MCP-Protocol-Version",
          "2026-07-28",
        ],
        [
          "Mcp-Method",
          "tasks/get",
        ],
        [
          "Mcp-Name",
          "786512e2",
        ],
      ],
      "id": 7,
      "json": {
        "id": 7,
        "jsonrpc": "2.0",
        "method": "tasks/get",
        "params": {
          "_meta": {
            "io.modelcontextprotocol/clientCapabilities": {
              "extensions": {
                "io.modelcontextprotocol/tasks": {},
              },
            },
            "io.modelcontextprotocol/clientInfo": {
              "name": "tool",
              "version": "1.0.0",
            },
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
          },
          "taskId": "786512e2",
        },
      },
      "method": "tasks/get",
      "tags": {
        "identity": "first",
        "lane": "http-modern-2026-07-28",
      },
      "timeoutMs": 30000,
    }
  `);
});

test("each request takes a fresh id", () => {
  const shared = base();
  const ids = [1, 2, 3].map(() => buildRequest(shared, { method: "tools/list" }, tags).id);
  expect(new Set(ids).size).toBe(3);
});

test("nothing is declared unless the request asks for it", () => {
  expect(build({ method: "tools/list" }).json.params).toEqual({
    _meta: {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "tool", version: "1.0.0" },
      "io.modelcontextprotocol/clientCapabilities": {},
    },
  });
});

test("on stdio the same body travels without headers", () => {
  const outgoing = build(poll, { transport: "stdio" });
  expect(outgoing.headers).toBeUndefined();
  expect(outgoing.json.params._meta["io.modelcontextprotocol/protocolVersion"]).toBe("2026-07-28");
});

test.each([
  [{ method: "tools/call", params: { name: "Hello, 世界" } }, "=?base64?SGVsbG8sIOS4lueVjA==?="],
  [{ method: "prompts/get", params: { name: "plain" } }, "plain"],
  [{ method: "resources/read", params: { uri: "file:///a b" } }, "file:///a b"],
  [{ method: "tasks/update", params: { taskId: "" } }, ""],
  [{ method: "tasks/cancel", params: { taskId: "=?base64?literal?=" } }, "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?="],
  [{ method: "tools/list", params: { name: "ignored" } }, undefined],
  [{ method: "tasks/get", params: { taskId: 7 } }, undefined],
  [{ method: "tasks/get" }, undefined],
])("Mcp-Name of %j is %s", (spec, expected) => {
  expect(build(spec).headers?.find(([name]) => name === "Mcp-Name")?.[1]).toBe(expected);
});

test("a modern notification has no id, the standard headers and no Mcp-Name", () => {
  const outgoing = build({ method: "tasks/get", params: { taskId: "t" }, notification: true });
  expect(outgoing.id).toBeUndefined();
  expect(Object.hasOwn(outgoing.json, "id")).toBe(false);
  expect(outgoing.headers?.map(([name]) => name)).toEqual([
    "Content-Type",
    "Accept",
    "MCP-Protocol-Version",
    "Mcp-Method",
  ]);
});

test("a legacy HTTP request carries version and session, and no modern header or _meta", () => {
  const outgoing = build({ method: "tools/call", params: { name: "x" }, extensions: { "a.b/c": {} } }, legacy);
  expect(outgoing.headers).toEqual([
    ["Content-Type", "application/json"],
    ["Accept", "application/json, text/event-stream"],
    ["MCP-Protocol-Version", "2025-11-25"],
    ["Mcp-Session-Id", "s-1"],
  ]);
  expect(outgoing.json).toEqual({ jsonrpc: "2.0", id: 7, method: "tools/call", params: { name: "x" } });
});

test.each([
  ["2025-06-18", true],
  ["2025-03-26", false],
  ["2024-11-05", false],
])("on %s the version header is sent: %s", (protocolVersion, sent) => {
  const names = build({ method: "ping" }, { era: "legacy", protocolVersion }).headers?.map(([name]) => name);
  expect(names?.includes("MCP-Protocol-Version")).toBe(sent);
  expect(names).not.toContain("Mcp-Session-Id");
});

test("initialize carries neither version nor session", () => {
  expect(build({ method: "initialize", params: {} }, legacy).headers?.map(([name]) => name)).toEqual([
    "Content-Type",
    "Accept",
  ]);
});

test("a legacy request without params stays without them, and takes a progress token when asked", () => {
  expect(Object.hasOwn(build({ method: "tools/list" }, legacy).json, "params")).toBe(false);
  expect(build({ method: "tools/list", meta: { progressToken: "p" } }, legacy).json.params).toEqual({
    _meta: { progressToken: "p" },
  });
});

test("headers are set and removed without regard to case, values go as they are", () => {
  const changed = (headers: RequestSpec["headers"]) => build({ method: "tools/list", headers }).headers;
  expect(changed({ "mcp-method": "TOOLS/list " })).toContainEqual(["mcp-method", "TOOLS/list "]);
  expect(changed({ "mcp-method": "x" })?.filter(([name]) => /^mcp-method$/i.test(name))).toHaveLength(1);
  expect(changed({ ACCEPT: null })?.map(([name]) => name)).toEqual([
    "Content-Type",
    "MCP-Protocol-Version",
    "Mcp-Method",
  ]);
  expect(changed({ "Mcp-Param-A": "" })?.at(-1)).toEqual(["Mcp-Param-A", ""]);
});

test("meta members are set, and removed with undefined; the others stay", () => {
  const { _meta } = build({
    method: "tools/list",
    meta: { "io.modelcontextprotocol/clientInfo": undefined, progressToken: 1, ["__proto__"]: { polluted: true } },
  }).json.params;
  expect(Object.keys(_meta)).toEqual([
    "io.modelcontextprotocol/protocolVersion",
    "io.modelcontextprotocol/clientCapabilities",
    "progressToken",
    "__proto__",
  ]);
});

test("_meta inside params joins the base; one that is no object replaces it", () => {
  expect(build({ method: "x", params: { _meta: { a: 1 } } }).json.params._meta).toMatchObject({
    a: 1,
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  });
  expect(build({ method: "x", params: { _meta: 5 } }).json.params).toEqual({ _meta: 5 });
  expect(build({ method: "x", params: { _meta: {} } }, legacy).json.params).toEqual({ _meta: {} });
});

test("extensions join the extensions of other capabilities", () => {
  const { _meta } = build({
    method: "x",
    capabilities: { elicitation: {}, extensions: { "a.b/old": {} } },
    extensions: { "a.b/new": { on: true } },
  }).json.params;
  expect(_meta["io.modelcontextprotocol/clientCapabilities"]).toEqual({
    elicitation: {},
    extensions: { "a.b/old": {}, "a.b/new": { on: true } },
  });
});

test("an id is sent as it is, null included", () => {
  expect(build({ method: "x", id: "seven" })).toMatchObject({ id: "seven", json: { id: "seven" } });
  expect(build({ method: "x", id: null })).toMatchObject({ id: null, json: { id: null } });
});

test("a raw body replaces the message and is awaited only under a stated id", () => {
  const raw = buildRequest(base(), { method: "tools/list", body: "{oops" }, tags);
  expect(raw).toMatchObject({ body: "{oops" });
  expect(raw.id).toBeUndefined();
  expect(raw.headers).toContainEqual(["Mcp-Method", "tools/list"]);
  expect(buildRequest(base(), { method: "tools/list", body: "[]", id: 3 }, tags).id).toBe(3);
});

test("limit, socket and defect are passed on", () => {
  expect(buildRequest(base(), { method: "x", timeoutMs: 5, freshSocket: true, defect: "A61" }, tags)).toMatchObject({
    timeoutMs: 5,
    freshSocket: true,
    tags: { ...tags, defect: "A61" },
  });
});

test.each(["GET", "DELETE"] as const)(
  "%s has no body and no id, and of the headers those that name its lane",
  (httpMethod) => {
    const accept = httpMethod === "GET" ? [["Accept", "text/event-stream"]] : [];
    const spec: RequestSpec = { method: "tools/list", httpMethod, timeoutMs: 5, defect: "A76", freshSocket: true };
    expect(buildRequest(base(), spec, tags)).toEqual({
      body: "",
      httpMethod,
      headers: [...accept, ["MCP-Protocol-Version", "2026-07-28"]],
      timeoutMs: 5,
      tags: { ...tags, defect: "A76" },
      freshSocket: true,
    });
    expect(buildRequest(base(legacy), { method: "x", httpMethod }, tags).headers).toEqual([
      ...accept,
      ["MCP-Protocol-Version", "2025-11-25"],
      ["Mcp-Session-Id", "s-1"],
    ]);
    expect(
      buildRequest(base({ ...legacy, protocolVersion: "2025-03-26" }), { method: "x", httpMethod }, tags).headers,
    ).toEqual([...accept, ["Mcp-Session-Id", "s-1"]]);
  },
);

test("POST is the method of every other request", () => {
  expect(build({ method: "ping", httpMethod: "POST" })).toEqual(build({ method: "ping" }));
});
