import { at, type JsonObject } from "@mcptest/pack";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openHttp, post } from "../testing/http-client.js";
import { DECLARED, DECLARED_WITH_ELICITATION, modern } from "../testing/requests.js";
import { openSession, pollUntil, type TestSession } from "../testing/session.js";
import { type RunningServer, startHttpServer } from "../transports/http.js";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const MISSING = {
  code: -32021,
  message: "Missing required client capability",
  data: { requiredCapabilities: { extensions: { "io.modelcontextprotocol/tasks": {} } } },
};

describe.each(["http", "stdio"] as const)("over %s", (transport) => {
  let session: TestSession;
  beforeAll(async () => {
    session = await openSession(transport, "modern", { jobMs: 20 });
  });
  afterAll(() => session.close());

  const status = (of: number) => (transport === "http" ? of : undefined);
  const create = (name: string, args: JsonObject = {}, capabilities = DECLARED_WITH_ELICITATION) =>
    session.result("tools/call", { name, arguments: args }, capabilities);
  const poll = (taskId: unknown, until?: string) => pollUntil(session, String(taskId), until, DECLARED);

  test("a declared call gives a flat handle, the task can be read at once and completes", async () => {
    const handle = await create("job", { label: "n=7" });
    const { _meta, createdAt, lastUpdatedAt, ...rest } = handle;
    expect(rest).toEqual({
      resultType: "task",
      taskId: expect.stringMatching(UUID),
      status: "working",
      ttlMs: 300_000,
      pollIntervalMs: 50,
    });
    expect(createdAt).toBe(lastUpdatedAt);
    expect(new Date(String(createdAt)).toISOString()).toBe(createdAt);

    const first = await session.result("tasks/get", { taskId: String(rest.taskId) }, DECLARED);
    expect(first).toMatchObject({ resultType: "complete", taskId: rest.taskId, ttlMs: 300_000 });
    const done = await poll(rest.taskId);
    expect(done).toMatchObject({
      resultType: "complete",
      status: "completed",
      createdAt,
      result: { content: [{ type: "text", text: "n=7: Worked for 20 ms." }] },
    });
    expect(String(done.lastUpdatedAt) > String(createdAt)).toBe(true);
  });

  test("an undeclared call runs plainly, also after a declared one; a task-only tool refuses it with -32021", async () => {
    const plain = await session.result("tools/call", { name: "job" });
    expect(plain).toMatchObject({ resultType: "complete", content: [{ type: "text", text: "Worked for 20 ms." }] });
    const refused = await session.call("tools/call", { name: "must_task" });
    expect([refused.status, refused.response.error]).toEqual([status(400), MISSING]);
  });

  test.each(["tasks/get", "tasks/update", "tasks/cancel"])("%s without the declaration: -32021", async (method) => {
    const { taskId } = await create("job");
    await poll(taskId);
    const params = { taskId: String(taskId), ...(method === "tasks/update" ? { inputResponses: { x: {} } } : {}) };
    const refused = await session.call(method, params, { tasks: {} });
    expect([refused.status, refused.response.error]).toEqual([status(400), MISSING]);
    expect(await poll(taskId)).toMatchObject({ status: "completed" });
  });

  test("a listen with taskIds without the declaration: -32021", async () => {
    const { taskId } = await create("job");
    const refused = await session.call("subscriptions/listen", { notifications: { taskIds: [String(taskId)] } });
    expect([refused.status, refused.response.error]).toEqual([status(400), MISSING]);
  });

  test("a question is answered through tasks/update; unknown keys are ignored, answers may be partial", async () => {
    const { taskId } = await create("ask_many");
    const asked = await poll(taskId, "input_required");
    expect(Object.keys(asked.inputRequests as JsonObject)).toEqual(["name", "city", "colour"]);
    expect((asked.inputRequests as JsonObject).name).toEqual({
      method: "elicitation/create",
      params: {
        mode: "form",
        message: "What is your name?",
        requestedSchema: {
          type: "object",
          properties: { name: { type: "string", title: "name", minLength: 1 } },
          required: ["name"],
        },
      },
    });
    const update = (inputResponses: JsonObject) =>
      session.result("tasks/update", { taskId: String(taskId), inputResponses }, DECLARED);
    const accept = (content: JsonObject) => ({ action: "accept", content });
    const ack = await update({ nobody: accept({}), name: accept({ name: "Ada" }) });
    expect(Object.keys(ack)).toEqual(["resultType", "_meta"]);
    expect(ack.resultType).toBe("complete");
    const partly = await poll(taskId, "input_required");
    expect(Object.keys(partly.inputRequests as JsonObject)).toEqual(["city", "colour"]);
    await update({ city: { action: "decline" }, colour: accept({ colour: "red" }) });
    expect(await poll(taskId)).toMatchObject({
      status: "completed",
      result: { content: [{ text: "Hello Ada of (decline), who likes red." }] },
    });
  });

  test("two questions in a row have two keys", async () => {
    const { taskId } = await create("ask_twice");
    const keys: string[] = [];
    for (const value of ["Ada", "London"]) {
      const [key = ""] = Object.keys((await poll(taskId, "input_required")).inputRequests as JsonObject);
      keys.push(key);
      const answer = { action: "accept", content: { [key]: value } };
      await session.result("tasks/update", { taskId: String(taskId), inputResponses: { [key]: answer } }, DECLARED);
    }
    expect(keys).toEqual(["name", "city"]);
    expect(await poll(taskId)).toMatchObject({ result: { content: [{ text: "Hello Ada of London." }] } });
  });

  test("a tool that asks refuses a client without elicitation, or with URLs only", async () => {
    for (const declared of [DECLARED, { ...DECLARED, elicitation: { url: {} } }]) {
      const refused = await session.call("tools/call", { name: "ask" }, declared);
      expect(refused.response.error).toEqual({ ...MISSING, data: { requiredCapabilities: { elicitation: {} } } });
    }
  });

  test("a tool error completes, a protocol error fails (I21, I22)", async () => {
    const toolError = await create("tool_error");
    expect(await poll(toolError.taskId)).toMatchObject({ status: "completed", result: { isError: true } });
    const failed = await poll((await create("protocol_error")).taskId);
    expect(failed).toMatchObject({
      status: "failed",
      statusMessage: "The job broke off",
      error: { code: 4001, message: "The job broke off", data: { reason: "it always does" } },
    });
    expect(failed).not.toHaveProperty("result");
  });

  test("cancel is acknowledged, on an ended task too, which stays as it is", async () => {
    const slow = String((await create("slow")).taskId);
    const ack = await session.result("tasks/cancel", { taskId: slow }, DECLARED);
    expect(Object.keys(ack)).toEqual(["resultType", "_meta"]);
    expect(await poll(slow)).toMatchObject({ status: "cancelled" });
    const job = String((await create("job")).taskId);
    await poll(job);
    await session.result("tasks/cancel", { taskId: job }, DECLARED);
    expect(await poll(job)).toMatchObject({ status: "completed" });
  });

  test.each([["unknown"], [""], [7], [null]])("taskId %j: -32602", async (taskId) => {
    for (const method of ["tasks/get", "tasks/update", "tasks/cancel"]) {
      const refused = await session.call(method, { taskId, inputResponses: {} }, DECLARED);
      const code = (refused.response.error as JsonObject).code;
      expect(transport === "http" && typeof taskId !== "string" ? [-32602, -32020] : [-32602]).toContain(code);
    }
  });

  test("the legacy form of opting in has no effect (I41, I42)", async () => {
    const plain = await session.result("tools/call", { name: "job", task: { ttl: 1000 } }, { tasks: { requests: {} } });
    expect(plain.resultType).toBe("complete");
    const { tools } = await session.result("tools/list");
    expect(JSON.stringify(tools)).not.toContain("execution");
  });
});

describe("over HTTP", () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startHttpServer({ era: "modern", jobMs: 20 });
  });
  afterAll(() => server.close());

  async function create(name: string, headers: Record<string, string> = {}): Promise<string> {
    const call = modern("tools/call", { name }, DECLARED);
    const answer = await post(server.url, call.message, { ...call.headers, ...headers });
    return String(at(answer.messages, 0, "result", "taskId"));
  }

  test("a task belongs to who made it (I49)", async () => {
    const taskId = await create("job", { Authorization: "Bearer one" });
    const get = async (authorization?: string) => {
      const { message, headers } = modern("tasks/get", { taskId }, DECLARED);
      if (authorization !== undefined) headers.Authorization = authorization;
      return (await post(server.url, message, headers)).messages[0] as JsonObject;
    };
    expect(await get("Bearer one")).toHaveProperty("result.taskId", taskId);
    expect(await get("Bearer two")).toHaveProperty("error.code", -32602);
    expect(await get()).toHaveProperty("error.code", -32602);
  });

  test("Mcp-Name on tasks/get: the id plain or in base64; nothing else (T15)", async () => {
    const taskId = await create("job");
    const { message, headers } = modern("tasks/get", { taskId }, DECLARED);
    const { "Mcp-Name": name, ...unnamed } = headers;
    const named = (value: string) => post(server.url, message, { ...unnamed, "Mcp-Name": value });
    expect((await named(String(name))).status).toBe(200);
    expect((await named(`=?base64?${Buffer.from(taskId).toString("base64")}?=`)).status).toBe(200);
    expect((await named("t2")).messages[0]).toHaveProperty("error.code", -32020);
    const bare = await post(server.url, message, unnamed);
    expect([bare.status, at(bare.messages, 0, "error", "code")]).toEqual([400, -32020]);
  });

  test("closing the stream of the call does not cancel its task (I62)", async () => {
    const sse = await startHttpServer({ era: "modern", jobMs: 20, answers: "sse" });
    const call = modern("tools/call", { name: "job" }, DECLARED);
    const stream = await openHttp(sse.url, JSON.stringify(call.message), call.headers);
    const taskId = String(at(await stream.next(), "result", "taskId"));
    stream.close();
    let status: unknown;
    do {
      const { message, headers } = modern("tasks/get", { taskId }, DECLARED);
      status = at((await post(sse.url, message, headers)).messages, 0, "result", "status");
    } while (status === "working");
    expect(status).toBe("completed");
    await sse.close();
  });
});

test("a task is gone once its ttl has passed (I36)", async () => {
  const session = await openSession("stdio", "modern", { jobMs: 5, hooks: [{ policies: { tasks: { ttl: 50 } } }] });
  const { taskId, ttlMs } = await session.result("tools/call", { name: "job" }, DECLARED);
  expect(ttlMs).toBe(50);
  let answer: JsonObject;
  do answer = (await session.call("tasks/get", { taskId: String(taskId) }, DECLARED)).response;
  while (answer.error === undefined);
  expect(answer.error).toHaveProperty("code", -32602);
  await session.close();
});
