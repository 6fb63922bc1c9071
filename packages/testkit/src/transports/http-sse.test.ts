import { at } from "@mcptest/pack";
import { expect, test } from "vitest";
import { openHttp, post } from "../testing/http-client.js";
import { legacy } from "../testing/requests.js";
import { initializeFor } from "../testing/revisions.js";
import { connectSse } from "../testing/sse-client.js";

test("the stream names the endpoint first, and every answer comes on it (A110, A111)", async () => {
  const { server, response, first, endpoint, send, next } = await connectSse();
  expect(server.url).toBe(`http://127.0.0.1:${server.port}/sse`);
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  expect(first.name).toBe("endpoint");
  expect(new URL(endpoint).origin).toBe(new URL(server.url).origin);

  const opening = await send(initializeFor("2025-11-25", { roots: {} }).message);
  expect([opening.status, opening.text, opening.headers["mcp-session-id"]]).toEqual([202, "Accepted", undefined]);
  expect(at(await next(), "result", "protocolVersion")).toBe("2024-11-05");
  await send({ jsonrpc: "2.0", method: "notifications/initialized" });
  await send(legacy("ping").message);
  expect(await next()).toMatchObject({ result: {} });
  await send(legacy("server/discover").message);
  expect(at(await next(), "error", "code")).toBe(-32601);
  await send(legacy("tools/call", { name: "count", _meta: { progressToken: 1 } }).message);
  for (const progress of [1, 2, 3]) expect(at(await next(), "params", "progress")).toBe(progress);
  expect(at(await next(), "result", "content", 0, "text")).toBe("One, two, three.");
  await send(legacy("tools/call", { name: "toggle" }).message);
  expect((await next()).method).toBe("notifications/tools/list_changed");
  expect(at(await next(), "result", "content", 0, "type")).toBe("text");
  expect((await post(endpoint, "{")).status).toBe(202);
  expect(at(await next(), "error", "code")).toBe(-32700);
  await server.close();
});

test("before initialize only ping is answered", async () => {
  const { server, send, next } = await connectSse();
  await send(legacy("tools/list").message);
  expect(at(await next(), "error", "code")).toBe(-32600);
  await send(legacy("ping").message);
  expect(at(await next(), "result")).toEqual({});
  await server.close();
});

test("each stream is a session of its own, and gone when it is closed", async () => {
  const { server, reader, endpoint } = await connectSse();
  await reader.cancel();
  const other = await fetch(server.url);
  const statusOf = async () => (await post(endpoint, legacy("ping").message)).status;
  while ((await statusOf()) !== 404) await new Promise((resolve) => setImmediate(resolve));
  await other.body?.cancel();
  await server.close();
});

test("other paths, methods and origins are refused (A112)", async () => {
  const { server, endpoint } = await connectSse();
  const ping = JSON.stringify(legacy("ping").message);
  const at = async (path: string, method: string, headers: Record<string, string> = {}) =>
    (await openHttp(new URL(path, server.url).href, method === "GET" ? "" : ping, headers, method)).status;
  expect(await at("/mcp", "POST")).toBe(404);
  expect(await at("/sse", "POST")).toBe(405);
  expect(await at(endpoint, "GET")).toBe(405);
  expect(await at("/messages?sessionId=other", "POST")).toBe(404);
  expect(await at("/sse", "GET", { Origin: "http://attacker.invalid" })).toBe(403);
  expect(await at(endpoint, "POST", { Origin: "http://attacker.invalid" })).toBe(403);
  await server.close();
});

test("hooks reach the endpoint event, the framing and the answer to a POST", async () => {
  const { server, first, send } = await connectSse({
    variants: ["sse-endpoint-absolute"],
    hooks: [{ http: { inBody: true } }],
  });
  expect(first.data).toMatch(new RegExp(`^http://127.0.0.1:${server.port}/messages\\?sessionId=`));
  const { status, messages } = await send(legacy("ping").message);
  expect([status, messages]).toMatchObject([200, [{ result: {} }]]);
  await server.close();
});
