import { at, type JsonObject } from "@mcptest/pack";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type HttpAnswer, openHttp, post } from "../testing/http-client.js";
import { legacy } from "../testing/requests.js";
import { initializeFor, openRevision, REVISIONS } from "../testing/revisions.js";
import { connectInProcess } from "../testing/stdio-client.js";
import { type RunningServer, startHttpServer } from "../transports/http.js";

const gist = ({ status, messages }: HttpAnswer) => [status, at(messages, 0, "error", "code")];
const initialized = { jsonrpc: "2.0", method: "notifications/initialized" };

describe.each(REVISIONS)("the generic server in %s", (version) => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startHttpServer({ kind: "generic", era: "dual" });
  });
  afterAll(() => server.close());

  test("answers initialize with the same revision and its own members (A104, A105)", async () => {
    const { opened } = await openRevision(server.url, version);
    const result = opened.messages[0]?.result as JsonObject;
    expect(result).toEqual({
      protocolVersion: version,
      capabilities: { tools: { listChanged: true }, logging: {}, prompts: {}, resources: { subscribe: true } },
      serverInfo: expect.objectContaining({ name: "mcptest-testkit" }),
      instructions: expect.any(String),
    });
    expect(Object.hasOwn(result.serverInfo as JsonObject, "title")).toBe(version >= "2025-06-18");
  });

  test("pings, refuses what it does not know, and lists what the revision has", async () => {
    const { send } = await openRevision(server.url, version);
    expect((await send("ping")).messages[0]?.result).toEqual({});
    expect(gist(await send("no/such"))).toEqual([200, -32601]);
    expect(gist(await send("server/discover"))).toEqual([200, -32601]);
    expect(gist(await send("resources/read", { uri: "testkit:///none" }))).toEqual([200, -32002]);
    const tools = at((await send("tools/list")).messages, 0, "result", "tools") as JsonObject[];
    const has = (name: string) => tools.every((tool) => Object.hasOwn(tool, name));
    expect(tools.some(({ name }) => name === "ask")).toBe(version >= "2025-06-18");
    expect([has("title"), has("annotations")]).toEqual([version >= "2025-06-18", version >= "2025-03-26"]);
    const read = await send("resources/read", { uri: "testkit:///caf%C3%A9/menu" });
    expect(read.messages[0]?.result).toEqual({ contents: [expect.objectContaining({ text: "Coffee, tea, water." })] });
  });

  test("minds the version header from 2025-06-18 on (A94), and its sessions always (A96, A97)", async () => {
    const { send, headers } = await openRevision(server.url, version);
    const odd = { ...headers, "MCP-Protocol-Version": "1900-01-01" };
    expect((await send("ping", {}, odd)).status).toBe(version >= "2025-06-18" ? 400 : 200);
    const { "MCP-Protocol-Version": _version, ...bare } = headers;
    expect((await send("ping", {}, bare)).status).toBe(200);
    expect((await send("ping", {}, {})).status).toBe(400);
    expect((await openHttp(server.url, "", headers, "DELETE")).status).toBe(200);
    expect((await send("ping")).status).toBe(404);
    expect((await post(server.url, initialized, headers)).status).toBe(404);
  });

  test("takes a batch in 2025-03-26 and nowhere else (A09)", async () => {
    const { headers } = await openRevision(server.url, version);
    const [ping, unknown] = [legacy("ping").message, legacy("no/such").message];
    const answer = await post(server.url, [ping, initialized, unknown, initializeFor(version).message, 7], headers);
    if (version !== "2025-03-26") {
      expect(gist(answer)).toEqual([400, -32600]);
      return;
    }
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toEqual([
      { jsonrpc: "2.0", id: ping.id, result: {} },
      { jsonrpc: "2.0", id: unknown.id, error: expect.objectContaining({ code: -32601 }) },
      { jsonrpc: "2.0", id: expect.any(Number), error: expect.objectContaining({ code: -32600 }) },
      { jsonrpc: "2.0", error: expect.objectContaining({ code: -32600 }) },
    ]);
    expect((await post(server.url, [initialized], headers)).status).toBe(202);
    expect(gist(await post(server.url, [], headers))).toEqual([400, -32600]);
    expect(gist(await post(server.url, [initializeFor(version).message]))).toEqual([400, -32600]);
  });

  test("tells of changes on the standing stream of each session (A90)", async () => {
    const { headers, send } = await openRevision(server.url, version);
    const other = await openRevision(server.url, version);
    expect(await send("resources/subscribe", { uri: "testkit:///about" })).toMatchObject({ status: 200 });
    const stream = await openHttp(server.url, "", { ...headers, Accept: "text/event-stream" }, "GET");
    expect([stream.status, stream.headers["content-type"]]).toEqual([200, "text/event-stream"]);
    await other.send("tools/call", { name: "toggle" });
    expect(await stream.next()).toEqual({ jsonrpc: "2.0", method: "notifications/tools/list_changed" });
    expect(await stream.next()).toMatchObject({
      method: "notifications/resources/updated",
      params: { uri: "testkit:///about" },
    });
    stream.close();
    expect((await openHttp(server.url, "", {}, "GET")).status).toBe(400);
  });

  test("logs from logging/setLevel on, and reports progress, on the stream of the call", async () => {
    const { send } = await openRevision(server.url, version);
    const count = async () => {
      const { messages } = await send("tools/call", { name: "count", _meta: { progressToken: "p" } });
      return messages.map(({ method }) => method ?? "answer");
    };
    expect(await count()).toEqual([...Array(3).fill("notifications/progress"), "answer"]);
    expect((await send("logging/setLevel", { level: "info" })).messages[0]?.result).toEqual({});
    expect(await count()).toHaveLength(7);
    expect(gist(await send("logging/setLevel", { level: "loud" }))).toEqual([200, -32602]);
  });

  test("opens a stdio process as well", async () => {
    const client = connectInProcess({ kind: "generic" });
    expect(at(await client.request(legacy("ping").message), "result")).toEqual({});
    const opened = await client.request(initializeFor(version, { elicitation: {} }).message);
    expect(at(opened, "result", "protocolVersion")).toBe(version);
    client.send(initialized);
    const call = legacy("tools/call", { name: "ask" }).message;
    client.send(call);
    if (version >= "2025-06-18") {
      const question = await client.take((message) => message.method === "elicitation/create");
      expect(Object.hasOwn(question.params as JsonObject, "mode")).toBe(version === "2025-11-25");
      client.send({ jsonrpc: "2.0", id: question.id ?? null, result: { action: "accept", content: { name: "Ada" } } });
    }
    const answer = await client.take((message) => message.id === call.id && !("method" in message));
    const said = at(answer, "result", "content", 0, "text") ?? at(answer, "error", "code");
    expect(said).toBe(version >= "2025-06-18" ? "Hello Ada." : -32602);
    client.close();
  });
});

test("a revision that is not spoken is answered with the newest one", async () => {
  const server = await startHttpServer({ kind: "generic", era: "legacy", versions: ["2024-11-05", "2025-06-18"] });
  const versionFor = async (asked: string) => at((await openRevision(server.url, asked)).opened.messages, 0, "result");
  for (const [asked, answered] of [
    ["2024-11-05", "2024-11-05"],
    ["2025-03-26", "2025-06-18"],
    ["1900-01-01", "2025-06-18"],
    ["2026-07-28", "2025-06-18"],
  ] as const) {
    expect(at(await versionFor(asked), "protocolVersion")).toBe(answered);
  }
  const { headers, send } = await openRevision(server.url, "2025-06-18");
  expect(gist(await send("ping", {}, { ...headers, "MCP-Protocol-Version": "2025-11-25" }))).toEqual([400, -32600]);
  await server.close();
});
