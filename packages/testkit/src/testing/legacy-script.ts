import { at, isObject, type JsonObject, META } from "@mcptest/pack";
import { TASKS_ID } from "../tasks/id.js";
import type { Recorder } from "./script.js";
import type { TestSession } from "./session.js";
import { asks, settle, timesOf } from "./settle.js";

const NOBODY = "00000000-0000-4000-8000-000000000000";
const ELICITATION: JsonObject = { elicitation: {} };

/** The steps on the 2025-11-25 wire. */
export async function legacySteps(session: TestSession, recorder: Recorder): Promise<void> {
  const { step, put } = recorder;
  put("initialize", [session.opened]);
  await step("plain", "tools/call", { name: "job" });
  await step("required", "tools/call", { name: "must_task" });
  await step("forbidden", "tools/call", { name: "quick", task: {} });
  const created = await step("create", "tools/call", { name: "job", task: {} });
  const taskId = at(created.response, "result", "task", "taskId");
  if (typeof taskId !== "string" || taskId === "") return;

  put("get", [await settle(session, taskId, {})]);
  await step("get again", "tasks/get", { taskId });
  await step("get a third time", "tasks/get", { taskId });
  await step("result", "tasks/result", { taskId });
  await step("cancel ended", "tasks/cancel", { taskId });
  await cancellation(session, recorder);
  await endings(session, recorder);
  await probes(recorder, taskId);
  await question(session, recorder);
  await step("task list", "tasks/list");
  if (session.transport === "http") await identities(session, recorder);
  const extension = await session.fork({ ...ELICITATION, extensions: { [TASKS_ID]: {} } });
  const plain = await extension.call("tools/call", { name: "job" });
  put("extension plain", plain.messages, plain.status);
}

async function create(session: TestSession, name: string): Promise<JsonObject> {
  const { response } = await session.call("tools/call", { name, task: {} });
  const task = at(response, "result", "task");
  return (task ?? {}) as JsonObject;
}

/** A long task: its result is asked for while it runs, it is cancelled, and read again; and another at the same time. */
async function cancellation(session: TestSession, { step, put }: Recorder): Promise<void> {
  const handle = await create(session, "slow");
  const taskId = String(handle.taskId);
  const other = await create(session, "slow");
  put("ids", [{ different: taskId !== other.taskId, length: taskId.length, version: taskId.charAt(14) }]);
  const early = session.stream("tasks/result", { taskId });
  const first = await step("slow get", "tasks/get", { taskId });
  await step("cancel", "tasks/cancel", { taskId });
  const stream = await early;
  put("early result", [await stream.next()], stream.status);
  const after = await step("get cancelled", "tasks/get", { taskId });
  await step("get cancelled again", "tasks/get", { taskId });
  const seen = [first, after].flatMap(({ response }) => (isObject(response.result) ? [response.result] : []));
  put("times", [timesOf([handle, ...seen])]);
  await session.call("tasks/cancel", { taskId: String(other.taskId) });
}

async function endings(session: TestSession, { step, put }: Recorder): Promise<void> {
  for (const name of ["tool_error", "protocol_error"]) {
    const taskId = String((await create(session, name)).taskId);
    put(`${name} get`, [await settle(session, taskId, {})]);
    await step(`${name} result`, "tasks/result", { taskId });
  }
}

async function probes({ step }: Recorder, taskId: string): Promise<void> {
  await step("unknown get", "tasks/get", { taskId: NOBODY });
  await step("unknown result", "tasks/result", { taskId: NOBODY });
  await step("unknown cancel", "tasks/cancel", { taskId: NOBODY });
  const conflicting = { taskId, _meta: { [META.relatedTask]: { taskId: NOBODY } } };
  await step("conflicting get", "tasks/get", conflicting);
  await step("conflicting result", "tasks/result", conflicting);
}

/** A task that asks while its result is waited for. */
async function question(session: TestSession, { put }: Recorder): Promise<void> {
  const taskId = String((await create(session, "ask")).taskId);
  put("ask get", [await settle(session, taskId, {}, asks)]);
  const stream = await session.stream("tasks/result", { taskId });
  const request = await stream.next();
  put("question", [request]);
  if (request?.method === undefined) return;
  await session.reply(request.id ?? null, { action: "accept", content: { name: "Ada" } });
  put("ask result", [await stream.next()], stream.status);
  put("ask ended", [await settle(session, taskId, {})]);
}

/** What the owner of tasks and what somebody else is told about them. */
async function identities(session: TestSession, { put }: Recorder): Promise<void> {
  const owner = await session.fork(ELICITATION, { Authorization: "Bearer first" });
  const stranger = await session.fork(ELICITATION, { Authorization: "Bearer second" });
  put("owner initialize", [owner.opened]);
  const taskId = String((await create(owner, "job")).taskId);
  await settle(owner, taskId, {});
  await create(owner, "slow");
  const ask = async (who: TestSession, name: string, method: string, params: JsonObject = {}) => {
    const answer = await who.call(method, params);
    put(name, answer.messages, answer.status);
    return answer;
  };
  const page = await ask(owner, "owned list", "tasks/list");
  const cursor = at(page.response, "result", "nextCursor");
  if (cursor !== undefined) await ask(owner, "owned list, next page", "tasks/list", { cursor });
  await ask(owner, "bad cursor", "tasks/list", { cursor: "no-such-cursor" });
  await ask(stranger, "foreign list", "tasks/list");
  await ask(stranger, "foreign get", "tasks/get", { taskId });
  await ask(stranger, "foreign result", "tasks/result", { taskId });
  await ask(stranger, "foreign cancel", "tasks/cancel", { taskId });
}
