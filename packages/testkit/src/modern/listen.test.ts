import { at, type JsonObject, META } from "@mcptest/pack";
import { describe, expect, test } from "vitest";
import { openHttp, post } from "../testing/http-client.js";
import { DECLARED, DECLARED_WITH_ELICITATION, modern } from "../testing/requests.js";
import { connectInProcess } from "../testing/stdio-client.js";
import { startHttpServer } from "../transports/http.js";

function listen(taskIds: string[] | undefined, id: number | string) {
  const notifications: JsonObject = { toolsListChanged: true, ...(taskIds ? { taskIds } : {}) };
  const request = modern("subscriptions/listen", { notifications }, DECLARED);
  return { ...request, message: { ...request.message, id } };
}

function acknowledged(id: number | string, notifications: JsonObject): JsonObject {
  const params = { _meta: { [META.subscriptionId]: id }, notifications };
  return { jsonrpc: "2.0", method: "notifications/subscriptions/acknowledged", params };
}

describe("over HTTP", () => {
  test("the acknowledgement comes first, then each change of the tasks asked for, and a closing result", async () => {
    const server = await startHttpServer({ era: "modern", jobMs: 10 });
    const send = async (method: string, params: JsonObject) => {
      const { message, headers } = modern(method, params, DECLARED_WITH_ELICITATION);
      return at((await post(server.url, message, headers)).messages, 0, "result") as JsonObject;
    };
    const create = async () => String((await send("tools/call", { name: "ask" })).taskId);
    const [watched, other] = [await create(), await create()];
    while ((await send("tasks/get", { taskId: watched })).status !== "input_required");

    const { message, headers } = listen([watched, "unknown"], "listen-1");
    const stream = await openHttp(server.url, JSON.stringify(message), headers);
    expect(stream.headers["content-type"]).toBe("text/event-stream");
    expect(await stream.next()).toEqual(acknowledged("listen-1", { taskIds: [watched] }));

    const inputResponses = { name: { action: "accept", content: { name: "Ada" } } };
    await send("tasks/update", { taskId: watched, inputResponses });
    const notification = { method: "notifications/tasks", params: { _meta: { [META.subscriptionId]: "listen-1" } } };
    expect(await stream.next()).toMatchObject({ ...notification, params: { taskId: watched, status: "working" } });
    const last = await stream.next();
    expect(last).toMatchObject(notification);
    const { _meta: _tag, ...notified } = at(last, "params") as JsonObject;
    const { _meta: _own, resultType: _type, ...polled } = await send("tasks/get", { taskId: watched });
    expect(notified).toEqual(polled);
    expect(polled).toMatchObject({ status: "completed", result: { content: [{ text: "Hello Ada." }] } });

    await server.close();
    const { messages } = await stream.rest();
    expect(messages).toHaveLength(4);
    expect(messages[3]).toMatchObject({
      id: "listen-1",
      result: { resultType: "complete", _meta: { [META.subscriptionId]: "listen-1" } },
    });
    expect(JSON.stringify(messages)).not.toContain(other);
  });

  test("an empty filter is acknowledged, a missing one refused", async () => {
    const server = await startHttpServer({ era: "modern" });
    const empty = listen(undefined, 7);
    const stream = await openHttp(server.url, JSON.stringify(empty.message), empty.headers);
    expect(await stream.next()).toEqual(acknowledged(7, {}));
    stream.close();
    const { message, headers } = modern("subscriptions/listen");
    expect((await post(server.url, message, headers)).messages[0]).toHaveProperty("error.code", -32602);
    await server.close();
  });
});

test("over stdio two subscriptions are told apart, and a cancelled one falls silent", async () => {
  const client = connectInProcess({ era: "modern", jobMs: 10_000 });
  const request = (method: string, params: JsonObject) => client.request(modern(method, params, DECLARED).message);
  const taskId = String(at(await request("tools/call", { name: "job" }), "result", "taskId"));
  for (const id of ["one", 2]) client.send(listen([taskId], id).message);
  const tagged = (id: string | number) => (message: JsonObject) =>
    at(message, "params", "_meta", META.subscriptionId) === id;
  expect(await client.take(tagged("one"))).toEqual(acknowledged("one", { taskIds: [taskId] }));
  expect(await client.take(tagged(2))).toEqual(acknowledged(2, { taskIds: [taskId] }));

  client.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "one" } });
  await request("tasks/cancel", { taskId });
  expect(await client.take(tagged(2))).toMatchObject({
    method: "notifications/tasks",
    params: { status: "cancelled" },
  });
  await request("tools/list", {});
  expect(client.lines().filter((line) => line.includes('"one"'))).toHaveLength(1);
  client.close();
});
