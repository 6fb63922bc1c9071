import { describe, expect, test } from "vitest";
import { callUri, initialize, legacy, modern, OLDER } from "./testing/messages.js";
import { PREFIX, TOY } from "./testing/registry.js";
import { startChild } from "./testing/stdio.js";

const ID = "io.modelcontextprotocol/subscriptionId";
const PLAIN = "notifications/toy/plain";
const CHANGED = "notifications/toy/changed";
const listening = (id: string | number, notifications: unknown) =>
  modern(id, "subscriptions/listen", { notifications });
const announcing = (id: number, method: string, params: object) => modern(id, "toy/announce", { method, params });

test("2026-07-28 has the methods by name, with all of their arguments", async () => {
  const child = startChild();
  const discovered = await child.ask(modern(1, "server/discover"));
  expect(discovered.result.capabilities.extensions).toHaveProperty([TOY, "color"], "red");
  const params = { inputResponses: { bad: 5 }, requestState: { not: "a string" }, nested: { _meta: 1 } };
  const { result } = await child.ask(modern(2, "toy/seen", params));
  expect(result).toMatchObject({ params, route: "native", protocolVersion: "2026-07-28", resultType: "complete" });
  expect(result).not.toHaveProperty("http");
  expect((await child.ask(modern(3, "tasks/list"))).result).toMatchObject({ tasks: [] });
  const uri = `${PREFIX}manifest.json`;
  expect((await child.ask(modern(4, "resources/read", { uri }))).error.code).toBe(-32602);
  expect(await child.end()).toEqual({ code: 0, stderr: "" });
});

test("every request of 2026-07-28 names that version", async () => {
  const child = startChild();
  await child.ask(modern(1, "toy/seen"));
  for (const method of ["toy/seen", "server/discover", "resources/list"]) {
    const { params, ...request } = modern(2, method);
    const _meta = { ...params._meta, "io.modelcontextprotocol/protocolVersion": "1900-01-01" };
    expect((await child.ask({ ...request, params: { _meta } })).error).toMatchObject({
      code: -32022,
      data: { supported: ["2026-07-28"], requested: "1900-01-01" },
    });
  }
});

test.each(OLDER)("%s has them by reading, and no others", async (version) => {
  const child = startChild();
  const { result } = await child.ask(initialize(version));
  expect(result).toMatchObject({ protocolVersion: version, capabilities: { resources: {} } });
  expect(Object.keys(result.capabilities)).toEqual(["resources"]);
  child.send({ jsonrpc: "2.0", method: "notifications/initialized" });
  const params = { inputResponses: { bad: 5 }, requestState: { not: "a string" } };
  const uri = callUri(PREFIX, "toy/seen", params);
  const answer = await child.ask(legacy(1, "resources/read", { uri }));
  expect(Object.keys(answer.result)).toEqual(["contents"]);
  expect(JSON.parse(answer.result.contents[0].text)).toMatchObject({
    params,
    route: "resources",
    protocolVersion: version,
    uri,
  });
  for (const method of ["server/discover", "toy/seen", "tasks/list", "subscriptions/listen"])
    for (const request of [legacy(2, method, {}), modern(3, method)])
      expect((await child.ask(request)).error).toEqual({ code: -32601, message: "Method not found" });
  expect((await child.ask(legacy(4, "resources/read", { uri: "toy://box/car.txt" }))).error.code).toBe(-32002);
  expect(await child.end()).toEqual({ code: 0, stderr: "" });
});

describe("a listen", () => {
  test("is acknowledged with what is accepted, and hears of it", async () => {
    const child = startChild();
    const about = { method: CHANGED, topics: ["b"] };
    child.send(listening("s", { methods: [PLAIN, about, "notifications/none"] }));
    expect(await child.next()).toEqual({
      jsonrpc: "2.0",
      method: "notifications/subscriptions/acknowledged",
      params: { notifications: { methods: [PLAIN, about] }, _meta: { [ID]: "s" } },
    });
    child.send(announcing(1, CHANGED, { id: "a" }));
    expect(await child.next()).toMatchObject({ id: 1 });
    child.send(announcing(2, CHANGED, { id: "b" }));
    expect(await child.next()).toEqual({ jsonrpc: "2.0", method: CHANGED, params: { id: "b", _meta: { [ID]: "s" } } });
    expect(await child.next()).toMatchObject({ id: 2 });
  });

  test("ends when it is cancelled, also before it is answered", async () => {
    const child = startChild();
    const cancel = (requestId: number) => modern(0, "notifications/cancelled", { requestId });
    const { id: _id, ...cancelled } = cancel(1);
    child.send(listening(1, { methods: [PLAIN] }), listening(2, { methods: [PLAIN] }), cancelled);
    for (const id of [1, 2]) expect(await child.next()).toMatchObject({ params: { _meta: { [ID]: id } } });
    child.send(announcing(3, PLAIN, {}));
    expect(await child.next()).toMatchObject({ method: PLAIN, params: { _meta: { [ID]: 2 } } });
    expect(await child.next()).toMatchObject({ id: 3 });
    child.send({ ...cancelled, params: { ...cancelled.params, requestId: 2 } }, announcing(4, PLAIN, {}));
    expect(await child.next()).toMatchObject({ id: 4 });
  });

  test("takes the place of one with the same id", async () => {
    const child = startChild();
    child.send(listening(1, { methods: [PLAIN] }), listening(1, { methods: [CHANGED] }), announcing(2, PLAIN, {}));
    expect(await child.next()).toMatchObject({ params: { notifications: { methods: [PLAIN] } } });
    expect(await child.next()).toMatchObject({ params: { notifications: { methods: [CHANGED] } } });
    expect(await child.next()).toMatchObject({ id: 2 });
  });

  test("with methods of another form is refused and holds no place", async () => {
    const child = startChild(JSON.stringify({ maxSubscriptions: 1 }));
    expect((await child.ask(listening(1, { methods: "all" }))).error).toEqual({
      code: -32602,
      message: expect.stringContaining("notifications.methods"),
    });
    expect((await child.ask(listening(2, undefined))).error.code).toBe(-32602);
    child.send(listening(3, { methods: [PLAIN] }));
    expect(await child.next()).toMatchObject({ params: { _meta: { [ID]: 3 } } });
    expect((await child.ask(listening(4, { methods: [PLAIN] }))).error).toMatchObject({ code: -32603 });
    child.send(announcing(5, PLAIN, {}));
    expect(await child.next()).toMatchObject({ method: PLAIN, params: { _meta: { [ID]: 3 } } });
    expect(await child.next()).toMatchObject({ id: 5 });
  });
});

test("older revisions get no broadcast", async () => {
  const child = startChild();
  await child.ask(initialize("2025-11-25"));
  const uri = callUri(PREFIX, "toy/announce", { method: PLAIN, params: {} });
  child.send(legacy(1, "resources/read", { uri }));
  expect(await child.next()).toMatchObject({ id: 1, result: { contents: [{ text: "{}" }] } });
});
