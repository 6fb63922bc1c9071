import { at, type JsonObject, META } from "@mcptest/pack";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openHttp, post } from "../testing/http-client.js";
import { initializeRequest, modern } from "../testing/requests.js";
import { type RunningServer, startHttpServer } from "../transports/http.js";

let server: RunningServer;
beforeAll(async () => {
  server = await startHttpServer({ era: "modern", jobMs: 20 });
});
afterAll(() => server.close());

/** Sends a request with one change of its headers or its `_meta`. */
function send(
  method: string,
  params: JsonObject = {},
  change: { headers?: Record<string, string | undefined>; meta?: (meta: JsonObject) => void } = {},
) {
  const { message, headers } = modern(method, params);
  change.meta?.((message.params as JsonObject)._meta as JsonObject);
  const changed = Object.entries({ ...headers, ...change.headers }).filter(([, value]) => value !== undefined);
  return post(server.url, message, Object.fromEntries(changed) as Record<string, string>);
}

function errorOf(answer: { messages: JsonObject[] }): JsonObject {
  return at(answer.messages, 0, "error") as JsonObject;
}

describe("server/discover", () => {
  test("states versions, capabilities, freshness and who answers (B01 to B06)", async () => {
    const { status, headers, messages } = await send("server/discover");
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("application/json");
    expect(headers["mcp-session-id"]).toBeUndefined();
    expect(messages[0]?.result).toEqual({
      resultType: "complete",
      supportedVersions: ["2026-07-28"],
      capabilities: { tools: {}, extensions: { "io.modelcontextprotocol/tasks": {} } },
      instructions: expect.any(String),
      ttlMs: 60_000,
      cacheScope: "public",
      _meta: { [META.serverInfo]: { name: "mcptest-testkit", title: expect.any(String), version: expect.any(String) } },
    });
  });
});

describe("headers", () => {
  test.each<[string, Record<string, string | undefined>, string]>([
    ["MCP-Protocol-Version missing (A59)", { "MCP-Protocol-Version": undefined }, "tools/list"],
    ["Mcp-Method missing (A61)", { "Mcp-Method": undefined }, "tools/list"],
    ["Mcp-Method different", { "Mcp-Method": "tools/call" }, "tools/list"],
    ["Mcp-Method in another case", { "Mcp-Method": "Tools/List" }, "tools/list"],
    ["Mcp-Name missing (A62)", { "Mcp-Name": undefined }, "tools/call"],
    ["Mcp-Name different", { "Mcp-Name": "echo" }, "tools/call"],
    ["Mcp-Name not decodable (A63)", { "Mcp-Name": "=?base64?SGVs!!!bG8=?=" }, "tools/call"],
  ])("%s: 400 and -32020", async (_title, headers, method) => {
    const answer = await send(method, method === "tools/call" ? { name: "quick" } : {}, { headers });
    expect(answer.status).toBe(400);
    expect(errorOf(answer).code).toBe(-32020);
    expect(answer.messages[0]?.id).toEqual(expect.any(Number));
  });

  test.each([
    ["base64 of the name", { "Mcp-Name": `=?base64?${Buffer.from("quick").toString("base64")}?=` }],
    ["another case of the header names", { "Mcp-Name": undefined, "MCP-NAME": "quick" }],
  ])("%s is accepted", async (_title, headers) => {
    const answer = await send("tools/call", { name: "quick" }, { headers });
    expect(answer.status).toBe(200);
  });
});

describe("_meta and versions", () => {
  test.each<[string, (meta: JsonObject) => void]>([
    ["no clientCapabilities (C10)", (meta) => delete meta[META.clientCapabilities]],
    ["no protocolVersion", (meta) => delete meta[META.protocolVersion]],
  ])("%s: 400 and -32602", async (_title, meta) => {
    const answer = await send("tools/list", {}, { meta });
    expect(answer.status).toBe(400);
    expect(errorOf(answer).code).toBe(-32602);
  });

  test("no clientInfo is served", async () => {
    const answer = await send("tools/list", {}, { meta: (meta) => delete meta[META.clientInfo] });
    expect(answer.status).toBe(200);
  });

  test("a version in _meta that differs from the header: 400 and -32020 (A60)", async () => {
    const answer = await send(
      "tools/list",
      {},
      { meta: (meta) => Object.assign(meta, { [META.protocolVersion]: "1900-01-01" }) },
    );
    expect([answer.status, errorOf(answer).code]).toEqual([400, -32020]);
  });

  test("an unsupported version: 400 and -32022 with data (C01); the next request is served (C03)", async () => {
    const answer = await send(
      "server/discover",
      {},
      {
        headers: { "MCP-Protocol-Version": "1900-01-01" },
        meta: (meta) => Object.assign(meta, { [META.protocolVersion]: "1900-01-01" }),
      },
    );
    expect(answer.status).toBe(400);
    expect(errorOf(answer)).toEqual({
      code: -32022,
      message: "Unsupported protocol version",
      data: { supported: ["2026-07-28"], requested: "1900-01-01" },
    });
    expect((await send("server/discover")).status).toBe(200);
  });
});

describe("methods", () => {
  test.each(["conformance/does-not-exist", "ping", "logging/setLevel", "tasks/list", "tasks/result", "prompts/list"])(
    "%s: 404 and -32601",
    async (method) => {
      const answer = await send(method);
      expect([answer.status, errorOf(answer).code]).toEqual([404, -32601]);
    },
  );

  test("initialize names the versions that exist, with modern headers and without (A21, A24)", async () => {
    const headed = await send("initialize");
    expect([headed.status, errorOf(headed)]).toEqual([
      404,
      {
        code: -32601,
        message: "Method not found: initialize (this server speaks 2026-07-28, without a handshake)",
        data: { supported: ["2026-07-28"] },
      },
    ]);
    const bare = await post(server.url, initializeRequest().message);
    expect([bare.status, errorOf(bare)]).toEqual([
      400,
      { code: -32020, message: "MCP-Protocol-Version is missing; this server speaks 2026-07-28" },
    ]);
  });
});

describe("messages", () => {
  test.each([
    ["no JSON", "{", -32700],
    ["not UTF-8", Buffer.from('{"jsonrpc":"2.0","id":1,"method":"\xff"}', "latin1"), -32700],
    ["an array", "[]", -32600],
    ["id null", '{"jsonrpc":"2.0","id":null,"method":"tools/list"}', -32600],
    ["no jsonrpc", '{"id":1,"method":"tools/list"}', -32600],
    ["a response", '{"jsonrpc":"2.0","id":1,"result":{}}', -32600],
  ])("%s is refused with an error without id", async (_title, body, code) => {
    const answer = await post(server.url, body);
    expect(answer.status).toBe(400);
    expect(answer.messages).toEqual([{ jsonrpc: "2.0", error: { code, message: expect.any(String) } }]);
  });

  test("a notification is accepted with 202 and no body", async () => {
    const answer = await post(server.url, { jsonrpc: "2.0", method: "notifications/initialized" });
    expect([answer.status, answer.text]).toEqual([202, ""]);
  });
});

describe("the endpoint", () => {
  test.each([
    ["GET", "/mcp", {}, 405],
    ["DELETE", "/mcp", {}, 405],
    ["POST", "/other", {}, 404],
    ["POST", "/mcp", { Origin: "http://attacker.invalid" }, 403],
    ["POST", "/mcp", { Origin: "http://localhost:1234" }, 200],
    ["POST", "/mcp", { "Mcp-Session-Id": "anything", "Last-Event-ID": "7" }, 200],
  ])("%s %s %j: %i", async (method, path, extra, status) => {
    const { message, headers } = modern("tools/list");
    const url = new URL(path, server.url).href;
    const body = method === "POST" ? JSON.stringify(message) : "";
    const stream = await openHttp(url, body, { ...headers, ...extra }, method);
    const answer = await stream.rest();
    expect(answer.status).toBe(status);
    expect(answer.headers["mcp-session-id"]).toBeUndefined();
  });
});

test("a server told so answers with SSE, and its errors stay JSON", async () => {
  const sse = await startHttpServer({ era: "modern", answers: "sse" });
  const listed = modern("tools/list");
  const answer = await post(sse.url, listed.message, listed.headers);
  expect(answer.headers).toMatchObject({ "content-type": "text/event-stream", "x-accel-buffering": "no" });
  expect(answer.text).toMatch(/^event: message\ndata: \{"jsonrpc":"2.0",.*\}\n\n$/);
  const unknown = modern("no/such");
  const refused = await post(sse.url, unknown.message, unknown.headers);
  expect([refused.status, refused.headers["content-type"]]).toEqual([404, "application/json"]);
  await sse.close();
});
