import type { CreateMcpHandlerOptions } from "@modelcontextprotocol/server";
import { describe, expect, test } from "vitest";
import { listen, openListen, post } from "../testing/http.js";
import { headersOf, legacy, type Message, modern } from "../testing/messages.js";
import { toyRegistry } from "../testing/registry.js";

const ID = "io.modelcontextprotocol/subscriptionId";
const CHANGED = "notifications/toy/changed";
const PLAIN = "notifications/toy/plain";

async function start(options: CreateMcpHandlerOptions = {}) {
  const { registry } = toyRegistry({ capabilities: { resources: { listChanged: true } } });
  const { url, handler } = await listen(registry, options);
  return {
    url,
    handler,
    registry,
    open: (id: string | number, notifications: object) =>
      openListen(url, modern(id, "subscriptions/listen", { notifications })),
    async refused(notifications: unknown, headers = {}): Promise<Message> {
      const message = modern(9, "subscriptions/listen", { notifications });
      return (await post(url, message, { ...headersOf(message), ...headers })).json();
    },
  };
}

test("the acknowledgement comes first and repeats what is accepted", async () => {
  const { open } = await start();
  const about = { method: CHANGED, topics: ["a"] };
  const events = await open("s-1", { methods: [PLAIN, about, "notifications/none"] });
  expect(events.response.headers.get("content-type")).toBe("text/event-stream");
  expect(await events.next()).toEqual({
    jsonrpc: "2.0",
    method: "notifications/subscriptions/acknowledged",
    params: { notifications: { methods: [PLAIN, about] }, _meta: { [ID]: "s-1" } },
  });
});

test("a notification has the id of the subscription, with its type, and nothing else", async () => {
  const { open, registry } = await start();
  const streams = [await open(7, { methods: [CHANGED] }), await open("7", { methods: [CHANGED] })];
  for (const events of streams) await events.next();
  registry.broadcast(CHANGED, { id: "a", state: "new", _meta: { "com.example/x": 1 } });
  for (const [index, id] of [7, "7"].entries())
    expect(await streams[index]?.next()).toEqual({
      jsonrpc: "2.0",
      method: CHANGED,
      params: { id: "a", state: "new", _meta: { "com.example/x": 1, [ID]: id } },
    });
});

test("topics choose", async () => {
  const { open, registry } = await start();
  const events = await open(1, { methods: [{ method: CHANGED, topics: ["b", "d"] }, PLAIN] });
  await events.next();
  for (const id of ["a", "b", "c", 5, "d"]) registry.broadcast(CHANGED, { id });
  registry.broadcast(CHANGED);
  registry.broadcast(PLAIN, { id: "e" });
  const got = [await events.next(), await events.next(), await events.next()];
  expect(got.map(({ params }) => params.id)).toEqual(["b", "d", "e"]);
});

test("what the SDK itself notifies of goes over the same stream", async () => {
  const { open, registry, handler } = await start();
  const events = await open(1, { resourcesListChanged: true, methods: [PLAIN] });
  expect((await events.next()).params.notifications).toEqual({ resourcesListChanged: true, methods: [PLAIN] });
  registry.broadcast(PLAIN);
  handler.notify.resourcesChanged();
  registry.broadcast(PLAIN);
  const methods = [await events.next(), await events.next(), await events.next()].map(({ method }) => method);
  expect(methods.sort()).toEqual(["notifications/resources/list_changed", PLAIN, PLAIN]);
});

test("a listen for nothing that is there is acknowledged and ended", async () => {
  const { open, registry } = await start();
  for (const notifications of [{}, { methods: [] }, { methods: ["notifications/none"] }, { toolsListChanged: true }]) {
    const events = await open(1, notifications);
    expect((await events.next()).params.notifications).toEqual({});
    registry.broadcast(PLAIN);
    expect(await events.next()).toMatchObject({ id: 1, result: { resultType: "complete", _meta: { [ID]: 1 } } });
    expect(await events.next()).toBeUndefined();
  }
});

test.each([{ methods: [PLAIN] }, { methods: [PLAIN], resourcesListChanged: true }])(
  "the end of the handler ends %j with a result",
  async (notifications) => {
    const { open, handler, registry } = await start();
    const events = await open(3, notifications);
    await events.next();
    await handler.close();
    registry.broadcast(PLAIN);
    expect(await events.next()).toMatchObject({ id: 3, result: { resultType: "complete", _meta: { [ID]: 3 } } });
    expect(await events.next()).toBeUndefined();
  },
);

test("a quiet stream has comments", async () => {
  const { open } = await start({ keepAliveMs: 5 });
  const events = await open(1, { methods: [PLAIN] });
  expect(await events.comment()).toBe(" keepalive");
  expect(await events.comment()).toBe(" keepalive");
});

test("open listens are bounded, and one that has gone makes room", async () => {
  const { open, refused } = await start({ maxSubscriptions: 2 });
  const first = await open(1, { methods: [PLAIN] });
  const second = await open(2, { resourcesListChanged: true });
  const full = { id: 9, error: { code: -32603, message: "Subscription limit reached" } };
  expect(await refused({ methods: [PLAIN] })).toMatchObject(full);
  expect(await refused({ resourcesListChanged: true })).toMatchObject(full);
  first.leave();
  await expect.poll(async () => (await open(3, { methods: [PLAIN] })).next()).toHaveProperty("params");
  second.leave();
  await expect.poll(async () => (await open(4, { methods: [PLAIN] })).next()).toHaveProperty("params");
});

describe("what is no listen is refused as the SDK refuses it", () => {
  test("without a filter", async () => {
    const { refused } = await start();
    expect((await refused(undefined)).error.code).toBe(-32602);
    expect((await refused({ toolsListChanged: "yes", methods: [PLAIN] })).error.code).toBe(-32602);
  });

  test("with headers of another request", async () => {
    const { refused } = await start();
    expect((await refused({ methods: [PLAIN] }, { "mcp-method": "tools/list" })).error.code).toBe(-32020);
  });

  test("without headers, or on an older revision", async () => {
    const { url } = await start();
    const message = modern(9, "subscriptions/listen", { notifications: { methods: [PLAIN] } });
    expect(await (await post(url, message)).json()).toMatchObject({ error: { code: -32020 } });
    const older = await post(url, legacy(1, "subscriptions/listen", { notifications: {} }));
    expect(await older.text()).toContain('"code":-32601');
  });

  test("with a body that is too long, or that is no JSON", async () => {
    const { url } = await start({ maxRequestBodySize: 2000 });
    const message = modern(9, "subscriptions/listen", { notifications: { methods: Array(200).fill(PLAIN) } });
    expect((await post(url, message, headersOf(message))).status).toBe(413);
    const accept = "application/json, text/event-stream";
    const headers = { ...headersOf(message), "content-type": "application/json", accept };
    expect((await fetch(url, { method: "POST", headers, body: "{" })).status).toBe(400);
  });
});

test("methods of another form are refused as invalid, and hold no place", async () => {
  const { refused, open } = await start({ maxSubscriptions: 1 });
  for (const methods of ["all", [1], [{ topics: [] }]])
    expect(await refused({ methods, resourcesListChanged: true })).toEqual({
      jsonrpc: "2.0",
      id: 9,
      error: { code: -32602, message: expect.stringContaining("notifications.methods") },
    });
  expect(await (await open(1, { resourcesListChanged: true })).next()).toHaveProperty("params");
});

test("a parsed body is taken as it is given", async () => {
  const { registry } = toyRegistry();
  const handler = registry.createHandler();
  const message = modern(1, "subscriptions/listen", { notifications: { methods: [PLAIN] } });
  const headers = { "content-type": "application/json", accept: "text/event-stream", ...headersOf(message) };
  const request = new Request("http://127.0.0.1/mcp", { method: "POST", headers, body: "drained before" });
  const response = await handler.fetch(request, { parsedBody: message });
  const reader = response.body!.getReader();
  expect(new TextDecoder().decode((await reader.read()).value)).toContain(`"methods":["${PLAIN}"]`);
  await handler.close();
});

test("a subscriber that does not read is cut off, and the others are not", async () => {
  const errors: Error[] = [];
  const { registry } = toyRegistry();
  const handler = registry.createHandler({ onerror: (error) => errors.push(error), maxSubscriptions: 2 });
  const message = modern(1, "subscriptions/listen", { notifications: { methods: [PLAIN] } });
  const headers = { "content-type": "application/json", accept: "text/event-stream", ...headersOf(message) };
  const ask = () =>
    handler.fetch(new Request("http://127.0.0.1/mcp", { method: "POST", headers, body: JSON.stringify(message) }));
  const idle = await ask();
  const reading = (await ask()).body!.getReader();
  await reading.read();
  for (let count = 0; count < 5; count += 1) {
    const read = reading.read();
    registry.broadcast(PLAIN, { text: "x".repeat(1024 * 1024) });
    expect((await read).done).toBe(false);
  }
  expect(errors.map((error) => error.message)).toEqual(["A subscriber that does not read was disconnected"]);
  await expect(idle.text()).rejects.toThrow("The subscription has ended");
  expect((await ask()).headers.get("content-type")).toBe("text/event-stream");
  await handler.close();
});

test("what is no JSON object is sent to nobody", async () => {
  const { open, registry } = await start();
  const events = await open(1, { methods: [PLAIN] });
  await events.next();
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  for (const params of [circle, { count: 1n }, ["a"], null, "a"])
    expect(() => registry.broadcast(PLAIN, params as Record<string, unknown>)).toThrow("are no JSON object");
  registry.broadcast(PLAIN, { at: new Date(0), none: undefined });
  expect((await events.next()).params).toEqual({ at: "1970-01-01T00:00:00.000Z", _meta: { [ID]: 1 } });
});

test("only what is declared can be broadcast", async () => {
  const { registry } = await start();
  expect(() => registry.broadcast("notifications/none")).toThrowErrorMatchingInlineSnapshot(
    `[RegistrationError: No extension declares the notification notifications/none.]`,
  );
  expect(() => registry.broadcast("__proto__")).toThrow("__proto__");
});
