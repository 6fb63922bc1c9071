import { at, isObject, type JsonObject } from "@mcptest/pack";
import { modernInputSteps, watchedSteps } from "./modern-input-script.js";
import { DECLARED, DECLARED_WITH_ELICITATION } from "./requests.js";
import type { Recorder } from "./script.js";
import type { TestSession } from "./session.js";
import { create, settle, timesOf } from "./settle.js";

/** A task id that no server has given out. */
const NOBODY = "00000000-0000-4000-8000-000000000000";
/** The client capability of 2025-11-25. */
const LEGACY_FORM: JsonObject = { tasks: { list: {}, cancel: {} } };
const FIRST = { Authorization: "Bearer first" };
const SECOND = { Authorization: "Bearer second" };

/** The steps on the extension wire. */
export async function modernSteps(session: TestSession, recorder: Recorder): Promise<void> {
  const { step, put } = recorder;
  await step("discover", "server/discover");
  const created = await step("create", "tools/call", { name: "job" }, DECLARED_WITH_ELICITATION);
  await step("plain", "tools/call", { name: "job" });
  await step("required", "tools/call", { name: "must_task" });
  const taskId = at(created.response, "result", "taskId");
  if (typeof taskId !== "string" || taskId === "") return;

  put("get", [await settle(session, taskId, DECLARED)]);
  await step("update", "tasks/update", update(taskId), DECLARED);
  await step("cancel", "tasks/cancel", { taskId }, DECLARED);
  await step("get again", "tasks/get", { taskId }, DECLARED);
  await step("get a third time", "tasks/get", { taskId }, DECLARED);
  await allMethods(session, recorder, "undeclared", taskId, {});
  await step("form create", "tools/call", { name: "job" }, LEGACY_FORM);
  await allMethods(session, recorder, "form", taskId, LEGACY_FORM);
  await refusals(session, recorder, taskId);
  await step("param create", "tools/call", { name: "job", task: { ttl: 1000 } }, DECLARED);
  await step("param plain", "tools/call", { name: "job", task: { ttl: 1000 } });
  await step("declared list", "tools/list", {}, DECLARED);
  await step("prompt", "prompts/get", { name: "greeting" }, DECLARED);
  await step("resource", "resources/read", { uri: "testkit:///about" }, DECLARED);
  await cancellation(session, recorder);
  for (const name of ["tool_error", "protocol_error"]) {
    put(name, [await settle(session, await create(session, name), DECLARED)]);
  }
  await modernInputSteps(session, recorder);
  if (session.transport === "http") await foreign(session, recorder);
  await watchedSteps(session, recorder);
}

function update(taskId: string): JsonObject {
  return { taskId, inputResponses: { unknown: { action: "accept" } } };
}

async function allMethods(
  session: TestSession,
  { step, put }: Recorder,
  who: string,
  taskId: string,
  capabilities: JsonObject,
): Promise<void> {
  await step(`${who} get`, "tasks/get", { taskId }, capabilities);
  await step(`${who} update`, "tasks/update", update(taskId), capabilities);
  await step(`${who} cancel`, "tasks/cancel", { taskId }, capabilities);
  const stream = await session.listen({ taskIds: [taskId] }, capabilities);
  put(`${who} listen`, [await stream.next()], stream.status);
  stream.close();
}

async function refusals(session: TestSession, { step }: Recorder, taskId: string): Promise<void> {
  await step("unknown get", "tasks/get", { taskId: NOBODY }, DECLARED);
  await step("unknown update", "tasks/update", update(NOBODY), DECLARED);
  await step("unknown cancel", "tasks/cancel", { taskId: NOBODY }, DECLARED);
  await step("empty get", "tasks/get", { taskId: "" }, DECLARED);
  await step("number get", "tasks/get", { taskId: 7 }, DECLARED);
  await step("missing get", "tasks/get", {}, DECLARED);
  await step("removed result", "tasks/result", { taskId }, DECLARED);
  await step("removed list", "tasks/list", {}, DECLARED);
  if (session.transport !== "http") return;
  await step("mismatched get", "tasks/get", { taskId }, DECLARED, { "Mcp-Name": NOBODY });
}

/** A long task: read at once, read again, cancelled, read once more; and two of them at the same time. */
async function cancellation(session: TestSession, { step, put }: Recorder): Promise<void> {
  const handle = await session.result("tools/call", { name: "slow" }, DECLARED);
  const taskId = String(handle.taskId);
  const other = await create(session, "slow");
  put("ids", [{ different: taskId !== other, length: taskId.length, version: taskId.charAt(14) }]);
  const first = await step("first get", "tasks/get", { taskId }, DECLARED);
  const second = await step("second get", "tasks/get", { taskId }, DECLARED);
  await step("cancel running", "tasks/cancel", { taskId }, DECLARED);
  const after = await step("get cancelled", "tasks/get", { taskId }, DECLARED);
  await step("get cancelled again", "tasks/get", { taskId }, DECLARED);
  const seen = [first, second, after].flatMap(({ response }) => (isObject(response.result) ? [response.result] : []));
  put("times", [timesOf([handle, ...seen])]);
  await session.call("tasks/cancel", { taskId: other }, DECLARED);
}

/** What somebody else is told about a task. */
async function foreign(session: TestSession, recorder: Recorder): Promise<void> {
  const [owner, stranger] = [await session.fork({}, FIRST), await session.fork({}, SECOND)];
  const taskId = await create(owner, "job");
  await settle(owner, taskId, DECLARED);
  const { put } = recorder;
  const step: Recorder["step"] = async (name, ...request) => {
    const answer = await stranger.call(...request);
    put(name, answer.messages, answer.status);
    return answer;
  };
  await allMethods(stranger, { step, put }, "foreign", taskId, DECLARED);
}
