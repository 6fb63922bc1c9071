import { at, type JsonObject } from "@mcptest/pack";
import { describe, expect, test } from "vitest";
import { onEmit, passing, perConnection, refusing } from "../faults/reshape.js";
import { rpcError } from "../protocol/json-rpc.js";
import { openHttp, post } from "../testing/http-client.js";
import { legacy, modern } from "../testing/requests.js";
import { openRevision } from "../testing/revisions.js";
import { openSession } from "../testing/session.js";
import { connectInProcess } from "../testing/stdio-client.js";
import { startHttpServer } from "../transports/http.js";
import type { Hooks } from "./hooks.js";

const initialized = { jsonrpc: "2.0", method: "notifications/initialized" };
const start = (...hooks: Hooks[]) => startHttpServer({ kind: "generic", hooks });
const gist = ({ status, messages }: { status?: number; messages: JsonObject[] }) => [
  status,
  at(messages, 0, "error", "code") ?? "result",
];

describe("a check", () => {
  test("that is passed is served, in either era", async () => {
    const server = await start(passing("method-header", "version", "session-header", "legacy-method"));
    const { message, headers } = modern("tools/list");
    const { "Mcp-Method": _method, ...bare } = headers;
    expect(gist(await post(server.url, message, bare))).toEqual([200, "result"]);
    expect(gist(await post(server.url, legacy("ping").message))).toEqual([200, "result"]);
    const { send } = await openRevision(server.url, "2025-06-18");
    expect((await send("no/such")).messages[0]?.result).toEqual({});
    expect(gist(await post(server.url, modern("no/such").message, modern("no/such").headers))).toEqual([404, -32601]);
    await server.close();
  });

  test("can be refused with another error or status", async () => {
    const server = await start(
      refusing("name-mismatch", ({ message }) => rpcError(-32602, message, { status: 200 })),
      refusing(["session-header", "session"], (error) => Object.assign(error, { status: 403 })),
    );
    const { message, headers } = modern("tools/call", { name: "quick" });
    expect(gist(await post(server.url, message, { ...headers, "Mcp-Name": "echo" }))).toEqual([200, -32602]);
    expect((await post(server.url, legacy("ping").message)).status).toBe(403);
    expect((await post(server.url, initialized, { "Mcp-Session-Id": "x" })).status).toBe(403);
    await server.close();
  });
});

test("notifications, unreadable messages and batches can be answered otherwise", async () => {
  const server = await start({
    notified: (message, outcome) => (message.method === "x" ? { status: 200, message: { odd: 1 } } : outcome),
    unreadable: (outcome, { era }) => ({ ...outcome, status: era === "legacy" ? 418 : 419 }),
    batched: (outcome) => ({ ...outcome, text: "[]" }),
  });
  expect((await post(server.url, { jsonrpc: "2.0", method: "x", params: {} })).text).toBe('{"odd":1}');
  const { headers } = await openRevision(server.url, "2025-03-26");
  expect((await post(server.url, "{")).status).toBe(419);
  expect((await post(server.url, "{", headers)).status).toBe(418);
  expect((await post(server.url, [legacy("ping").message], headers)).text).toBe("[]");
  await server.close();
});

test.each(["http", "stdio"] as const)("more can be sent once the answer is out, over %s", async (transport) => {
  const late = { jsonrpc: "2.0", method: "notifications/progress", params: { progress: 9 } };
  const around: Hooks["around"] = async (call, next) => ({
    ...(await next()),
    ...(call.method === "tools/call" ? { after: (send) => send(late) } : {}),
  });
  const hooks = [{ around }];
  if (transport === "http") {
    const server = await start(...hooks);
    const { message, headers } = modern("tools/call", { name: "quick" });
    const { messages } = await post(server.url, message, headers);
    expect(messages.map(({ method }) => method)).toEqual([undefined, "notifications/progress"]);
    await server.close();
    return;
  }
  const client = connectInProcess({ kind: "generic", hooks });
  await client.request(modern("tools/call", { name: "quick" }).message);
  expect(await client.take(({ method }) => method === "notifications/progress")).toEqual(late);
  client.close();
});

test("everything that a request sends ahead can be changed, repeated or left out", async () => {
  const hooks = [
    onEmit((message, call) => {
      if (call.method !== "tools/call") return message;
      const progress = Number(at(message, "params", "progress"));
      return progress === 1 ? undefined : progress === 2 ? [message, message] : { ...message, odd: true };
    }),
  ];
  const session = await openSession("http", "modern", { kind: "generic", hooks });
  const _meta = { ...(modern("x").message.params as { _meta: JsonObject })._meta, progressToken: 1 };
  const { messages } = await session.call("tools/call", { name: "count", _meta });
  expect(messages.map((message) => at(message, "params", "progress") ?? "answer")).toEqual([2, 2, 3, "answer"]);
  expect(messages[2]?.odd).toBe(true);
  await session.close();
});

test("state is kept for each connection: a socket, a session, a process", async () => {
  const countOf = perConnection(() => ({ calls: 0 }));
  const hooks: Hooks[] = [
    {
      async around(call, next) {
        const outcome = await next();
        const kept = countOf(call);
        kept.calls += 1;
        return { ...outcome, headers: { ...outcome.headers, "X-Calls": String(kept.calls) } };
      },
    },
  ];
  const server = await start(...hooks);
  const one = await openRevision(server.url, "2025-11-25");
  const two = await openRevision(server.url, "2025-11-25");
  const calls = async ({ send }: typeof one) => (await send("ping")).headers["x-calls"];
  expect([await calls(one), await calls(one), await calls(two)]).toEqual(["1", "2", "1"]);
  const { message, headers } = modern("tools/list");
  expect((await post(server.url, message, headers)).headers["x-calls"]).toBe("1");
  expect((await post(server.url, message, headers)).headers["x-calls"]).toBe("1");
  await server.close();
});

test("the head of an answer, a refusal and the standing stream can be changed", async () => {
  const server = await start({
    http: {
      head: ({ status, headers }) => ({ status, headers: { ...headers, "X-Odd": "1", "X-Accel-Buffering": "yes" } }),
      refuse: (status) => (status === 403 ? undefined : status + 1),
      standing: (stream, session) => stream.write(`event: message\ndata: {"version":"${session?.version}"}\n\n`),
    },
  });
  const { message, headers } = modern("tools/list");
  const answer = await post(server.url, message, { ...headers, Origin: "http://attacker.invalid" });
  expect([answer.status, answer.headers["x-odd"]]).toEqual([200, "1"]);
  expect((await openHttp(server.url, "", {}, "PUT")).status).toBe(406);
  const session = await openRevision(server.url, "2025-11-25");
  const stream = await openHttp(server.url, "", session.headers, "GET");
  expect(stream.headers["x-accel-buffering"]).toBe("yes");
  expect(await stream.next()).toEqual({ version: "2025-11-25" });
  stream.close();
  await server.close();
});
