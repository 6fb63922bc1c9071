import { at, type JsonObject } from "@mcptest/pack";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type HttpAnswer, openHttp, post } from "../testing/http-client.js";
import { initializeRequest, legacy, modern } from "../testing/requests.js";
import { connectInProcess } from "../testing/stdio-client.js";
import { type RunningServer, startHttpServer } from "../transports/http.js";

describe("over HTTP", () => {
  let server: RunningServer;
  let session: Record<string, string>;
  beforeAll(async () => {
    server = await startHttpServer({ era: "legacy", jobMs: 10 });
    const opened = await post(server.url, initializeRequest().message);
    session = { "Mcp-Session-Id": String(opened.headers["mcp-session-id"]) };
  });
  afterAll(() => server.close());

  const send = (method: string, params: JsonObject = {}, headers: Record<string, string> = session) =>
    post(server.url, legacy(method, params).message, { "MCP-Protocol-Version": "2025-11-25", ...headers });
  const gist = ({ status, messages }: HttpAnswer) => [status, at(messages, 0, "error", "code")];

  test("initialize gives a session and says what there is (A104, A105)", async () => {
    const answer = await post(server.url, initializeRequest().message);
    expect(answer.headers["mcp-session-id"]).toMatch(/^[\x21-\x7e]+$/);
    expect(answer.messages[0]?.result).toEqual({
      protocolVersion: "2025-11-25",
      capabilities: { tools: {}, tasks: { cancel: {}, requests: { tools: { call: {} } } } },
      serverInfo: { name: "mcptest-testkit", title: expect.any(String), version: expect.any(String) },
      instructions: expect.any(String),
    });
  });

  test.each(["2024-11-05", "1900-01-01"])("initialize for %s is answered with 2025-11-25", async (protocolVersion) => {
    const clientInfo = { name: "test", version: "1" };
    const { message } = legacy("initialize", { protocolVersion, capabilities: {}, clientInfo });
    const answer = await post(server.url, message);
    expect(at(answer.messages, 0, "result", "protocolVersion")).toBe("2025-11-25");
  });

  test("a notification is accepted with 202 and no body (A92)", async () => {
    const answer = await post(server.url, { jsonrpc: "2.0", method: "notifications/initialized" }, session);
    expect([answer.status, answer.text]).toEqual([202, ""]);
  });

  test("ping gives an empty result; results have no resultType (A107, G05)", async () => {
    expect((await send("ping")).messages[0]?.result).toEqual({});
    expect((await send("tools/list")).messages[0]?.result).not.toHaveProperty("resultType");
  });

  test("an unknown method is -32601 with status 200: a 404 would end the session (N05)", async () => {
    expect(gist(await send("no/such"))).toEqual([200, -32601]);
    expect(gist(await send("server/discover"))).toEqual([200, -32601]);
  });

  test("sessions: missing 400, unknown 404, ended 404 (A96, A97)", async () => {
    expect(gist(await send("ping", {}, {}))).toEqual([400, -32600]);
    expect(gist(await send("ping", {}, { "Mcp-Session-Id": "x" }))).toEqual([404, -32600]);
    const opened = await post(server.url, initializeRequest().message);
    const own = { "Mcp-Session-Id": String(opened.headers["mcp-session-id"]) };
    const ended = await openHttp(server.url, "", own, "DELETE");
    expect([ended.status, gist(await send("ping", {}, own))]).toEqual([200, [404, -32600]]);
    expect((await openHttp(server.url, "", session, "GET")).status).toBe(405);
  });

  test("an unsupported MCP-Protocol-Version: 400; none: served (A94)", async () => {
    expect(gist(await send("ping", {}, { ...session, "MCP-Protocol-Version": "1900-01-01" }))).toEqual([400, -32600]);
    expect((await post(server.url, legacy("ping").message, session)).status).toBe(200);
  });

  test("a modern request finds no session: 400 and no modern error", async () => {
    const { message, headers } = modern("server/discover");
    expect(gist(await post(server.url, message, headers))).toEqual([400, -32600]);
  });
});

describe("over stdio", () => {
  test("before initialize: unknown methods are -32601, known ones -32600; notifications are dropped", async () => {
    const client = connectInProcess({ era: "legacy" });
    client.send({ jsonrpc: "2.0", method: "notifications/initialized" });
    const discover = await client.request(modern("server/discover").message);
    const list = await client.request(legacy("tools/list").message);
    expect([at(discover, "error", "code"), at(list, "error", "code")]).toEqual([-32601, -32600]);
    expect(client.lines()).toHaveLength(2);
    client.close();
  });

  test("a plain call asks on its own stream, and goes on with the answer or without one", async () => {
    const client = connectInProcess({ era: "legacy", jobMs: 10 });
    await client.request(initializeRequest({ elicitation: {} }).message);
    const greet = async (answer: JsonObject) => {
      const call = legacy("tools/call", { name: "ask" }).message;
      client.send(call);
      const question = await client.take((message) => message.method === "elicitation/create");
      expect(question).not.toHaveProperty("params._meta");
      client.send({ jsonrpc: "2.0", id: question.id ?? null, ...answer });
      return at(await client.take((message) => message.id === call.id), "result", "content", 0, "text");
    };
    expect(await greet({ result: { action: "accept", content: { name: "Ada" } } })).toBe("Hello Ada.");
    expect(await greet({ error: { code: -32601, message: "No" } })).toBe("Hello (cancel).");
    client.close();
  });

  test("a tool that asks refuses a client without elicitation", async () => {
    const client = connectInProcess({ era: "legacy" });
    await client.request(initializeRequest().message);
    const refused = await client.request(legacy("tools/call", { name: "ask" }).message);
    expect(at(refused, "error", "code")).toBe(-32600);
    client.close();
  });
});

describe("a server of both eras", () => {
  test("serves each client by how it opens, over HTTP at the same time (C09)", async () => {
    const server = await startHttpServer({ jobMs: 10 });
    const discover = modern("server/discover");
    const discovered = await post(server.url, discover.message, discover.headers);
    expect(at(discovered.messages, 0, "result", "supportedVersions")).toEqual(["2026-07-28", "2025-11-25"]);
    const opened = await post(server.url, initializeRequest().message);
    const session = { "Mcp-Session-Id": String(opened.headers["mcp-session-id"]) };
    expect((await post(server.url, legacy("ping").message, session)).messages[0]?.result).toEqual({});
    const ping = modern("ping");
    expect((await post(server.url, ping.message, { ...ping.headers, ...session })).status).toBe(404);
    const { "MCP-Protocol-Version": _version, ...headers } = discover.headers;
    expect(at((await post(server.url, discover.message, headers)).messages, 0, "error", "code")).toBe(-32020);
    await server.close();
  });

  test("serves a stdio process in either era", async () => {
    const client = connectInProcess({});
    expect(at(await client.request(modern("tools/list").message), "result", "resultType")).toBe("complete");
    const opened = await client.request(initializeRequest().message);
    expect(at(opened, "result", "protocolVersion")).toBe("2025-11-25");
    expect(at(await client.request(legacy("ping").message), "result")).toEqual({});
    client.close();
  });
});
