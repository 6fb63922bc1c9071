import { at, type JsonObject, META } from "@mcptest/pack";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openHttp, post } from "../testing/http-client.js";
import { initializeRequest, legacy } from "../testing/requests.js";
import { openSession, pollUntil, type TestSession } from "../testing/session.js";
import { connectInProcess } from "../testing/stdio-client.js";
import { startHttpServer } from "../transports/http.js";

describe.each(["http", "stdio"] as const)("over %s", (transport) => {
  let session: TestSession;
  beforeAll(async () => {
    session = await openSession(transport, "legacy", { jobMs: 10 });
  });
  afterAll(() => session.close());

  const create = async (name: string, task: JsonObject = {}) =>
    (await session.result("tools/call", { name, task })).task as JsonObject;
  const codeOf = async (method: string, params: JsonObject) =>
    at((await session.call(method, params)).response, "error", "code");

  test("tools say whether they can be tasks", async () => {
    const { tools } = await session.result("tools/list");
    const support = (tools as JsonObject[]).map((tool) => [tool.name, at(tool, "execution", "taskSupport")]);
    expect(Object.fromEntries(support)).toMatchObject({ echo: undefined, job: "optional", must_task: "required" });
  });

  test("a call with params.task gives a nested task, and tasks/result what a plain call would have given", async () => {
    const task = await create("job", { ttl: 60_000 });
    expect(task).toEqual({
      taskId: expect.any(String),
      status: "working",
      createdAt: expect.any(String),
      lastUpdatedAt: task.createdAt,
      ttl: 60_000,
      pollInterval: 50,
    });
    const taskId = String(task.taskId);
    const result = await session.result("tasks/result", { taskId });
    expect(result).toEqual({
      content: [{ type: "text", text: "Worked for 10 ms." }],
      _meta: { [META.relatedTask]: { taskId } },
    });
    const done = await session.result("tasks/get", { taskId });
    expect(Object.keys(done).sort()).toEqual(Object.keys(task).sort());
    expect(done.status).toBe("completed");
  });

  test("without params.task a tool runs plainly, unless it must be a task (H03, H04)", async () => {
    expect(await session.result("tools/call", { name: "job" })).toEqual({
      content: [{ type: "text", text: "Worked for 10 ms." }],
    });
    expect(await codeOf("tools/call", { name: "must_task" })).toBe(-32601);
    expect(await codeOf("tools/call", { name: "quick", task: {} })).toBe(-32601);
    expect(await codeOf("tools/call", { name: "job", task: { ttl: "1" } })).toBe(-32602);
  });

  test("both kinds of error fail the task; tasks/result gives the result or the error (H12, H22)", async () => {
    const toolError = String((await create("tool_error")).taskId);
    expect(await pollUntil(session, toolError, undefined, {})).toMatchObject({
      status: "failed",
      statusMessage: "The tool reported an error",
    });
    expect(await session.result("tasks/result", { taskId: toolError })).toMatchObject({ isError: true });
    const protocolError = String((await create("protocol_error")).taskId);
    await pollUntil(session, protocolError, undefined, {});
    expect((await session.call("tasks/result", { taskId: protocolError })).response.error).toEqual({
      code: 4001,
      message: "The job broke off",
      data: { reason: "it always does" },
    });
  });

  test("cancel gives the cancelled task; an ended one is refused (H20, H21)", async () => {
    const taskId = String((await create("slow")).taskId);
    expect(await session.result("tasks/cancel", { taskId })).toMatchObject({ taskId, status: "cancelled" });
    expect(await session.result("tasks/get", { taskId })).toMatchObject({ status: "cancelled" });
    expect(await codeOf("tasks/cancel", { taskId })).toBe(-32602);
  });

  test("unknown ids are -32602; params.taskId counts and nothing in _meta (H17, H18)", async () => {
    for (const method of ["tasks/get", "tasks/result", "tasks/cancel"]) {
      expect(await codeOf(method, { taskId: "unknown" })).toBe(-32602);
    }
    const taskId = String((await create("job")).taskId);
    const _meta = { [META.relatedTask]: { taskId: "unknown" } };
    expect(await session.result("tasks/get", { taskId, _meta })).toMatchObject({ taskId });
    expect(await codeOf("tasks/update", { taskId })).toBe(-32601);
  });

  test("tasks/list is not there for a client without authorization (H26, H27)", async () => {
    expect(await codeOf("tasks/list", {})).toBe(-32601);
  });
});

test("tasks/list has pages and shows only the tasks of who asks (H19, H26)", async () => {
  const server = await startHttpServer({ era: "legacy", jobMs: 10_000 });
  const open = async (authorization: string) => {
    const headers = { Authorization: authorization };
    const opened = await post(server.url, initializeRequest().message, headers);
    expect(at(opened.messages, 0, "result", "capabilities", "tasks", "list")).toEqual({});
    const session = { ...headers, "Mcp-Session-Id": String(opened.headers["mcp-session-id"]) };
    return async (method: string, params: JsonObject = {}) =>
      (await post(server.url, legacy(method, params).message, session)).messages[0] as JsonObject;
  };
  const [one, two] = [await open("Bearer one"), await open("Bearer two")];
  const ids: unknown[] = [];
  for (let made = 0; made < 51; made += 1) {
    ids.push(at(await one("tools/call", { name: "job", task: {} }), "result", "task", "taskId"));
  }
  const first = at(await one("tasks/list"), "result") as JsonObject;
  const second = at(await one("tasks/list", { cursor: first.nextCursor ?? "" }), "result") as JsonObject;
  const listed = [first, second].flatMap(({ tasks }) => (tasks as JsonObject[]).map((task) => task.taskId));
  expect(listed).toEqual(ids);
  expect(second).not.toHaveProperty("nextCursor");
  expect(at(await one("tasks/list", { cursor: "bad" }), "error", "code")).toBe(-32602);
  expect(await two("tasks/list")).toHaveProperty("result.tasks", []);
  expect(at(await two("tasks/get", { taskId: String(ids[0]) }), "error", "code")).toBe(-32602);
  await server.close();
});

describe("a question", () => {
  test("travels to the client during tasks/result, tied to the task, over stdio (H15, H23)", async () => {
    const client = connectInProcess({ era: "legacy", jobMs: 10 });
    await client.request(initializeRequest({ elicitation: {} }).message);
    const created = await client.request(legacy("tools/call", { name: "ask", task: {} }).message);
    const taskId = String(at(created, "result", "task", "taskId"));
    const wait = legacy("tasks/result", { taskId }).message;
    client.send(wait);
    const question = await client.take((message) => message.method === "elicitation/create");
    expect(at(question, "params", "_meta")).toEqual({ [META.relatedTask]: { taskId } });
    const get = await client.request(legacy("tasks/get", { taskId }).message);
    expect(at(get, "result", "status")).toBe("input_required");
    client.send({ jsonrpc: "2.0", id: question.id ?? null, result: { action: "accept", content: { name: "Ada" } } });
    const answer = await client.take((message) => message.id === wait.id);
    expect(at(answer, "result", "content", 0, "text")).toBe("Hello Ada.");
    client.close();
  });

  test("is asked again when the stream of tasks/result was closed before the answer", async () => {
    const server = await startHttpServer({ era: "legacy", jobMs: 10 });
    const opened = await post(server.url, initializeRequest({ elicitation: {} }).message);
    const session = { "Mcp-Session-Id": String(opened.headers["mcp-session-id"]) };
    const created = await post(server.url, legacy("tools/call", { name: "ask", task: {} }).message, session);
    const taskId = String(at(created.messages, 0, "result", "task", "taskId"));
    const wait = () => openHttp(server.url, JSON.stringify(legacy("tasks/result", { taskId }).message), session);
    const lost = await wait();
    expect(lost.headers["content-type"]).toBe("text/event-stream");
    expect(await lost.next()).toHaveProperty("method", "elicitation/create");
    lost.close();
    const stream = await wait();
    const question = await stream.next();
    const answered = await post(
      server.url,
      { jsonrpc: "2.0", id: question?.id, result: { action: "decline" } },
      session,
    );
    expect([answered.status, answered.text]).toEqual([202, ""]);
    expect(at(await stream.next(), "result", "content", 0, "text")).toBe("Hello (decline).");
    await server.close();
  });
});
