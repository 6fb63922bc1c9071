import { at, type Json, type JsonObject } from "@mcptest/pack";
import type { ServerOptions } from "../server/options.js";
import { DECLARED, DECLARED_WITH_ELICITATION } from "./requests.js";
import { type Answer, openSession, pollUntil, type TestSession } from "./session.js";

/** What came back in one step of a script. */
export interface Step {
  status?: number;
  messages: Json[];
}

/** Every step of a script by name. A step whose task could not be had is left out. */
export type Steps = Map<string, Step>;

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;

/** The messages with everything that differs from run to run replaced. */
function fixed(messages: unknown): Json[] {
  const text = JSON.stringify(messages, (key, value) =>
    key === "id" || key.endsWith("subscriptionId") ? "ID" : value,
  );
  return JSON.parse(text.replace(UUID, "UUID").replace(TIME, "TIME"));
}

/** Runs the script of `era` against a fresh server. */
export async function runScript(
  transport: "http" | "stdio",
  era: "modern" | "legacy",
  options: ServerOptions,
): Promise<Steps> {
  const session = await openSession(transport, era, { jobMs: 10, ...options }, { elicitation: {} });
  const steps: Steps = new Map();
  const step = async (name: string, method: string, params: JsonObject = {}, capabilities: JsonObject = {}) => {
    const answer = await session.call(method, params, capabilities);
    steps.set(name, recorded(answer));
    return answer;
  };
  try {
    await step("list", "tools/list");
    await step("echo", "tools/call", { name: "echo", arguments: { text: "hello" } });
    await step("unknown", "no/such");
    await (era === "modern" ? modernSteps(session, steps, step) : legacySteps(session, steps, step));
  } finally {
    await session.close();
  }
  return steps;
}

function recorded({ status, messages }: Answer): Step {
  return { ...(status === undefined ? {} : { status }), messages: fixed(messages) };
}

type RunStep = (name: string, method: string, params?: JsonObject, capabilities?: JsonObject) => Promise<Answer>;

async function modernSteps(session: TestSession, steps: Steps, step: RunStep): Promise<void> {
  await step("discover", "server/discover");
  const created = await step("create", "tools/call", { name: "job" }, DECLARED_WITH_ELICITATION);
  await step("plain", "tools/call", { name: "job" });
  await step("required", "tools/call", { name: "must_task" });
  const taskId = at(created.response, "result", "taskId");
  if (typeof taskId !== "string" || taskId === "") return;

  const done = await pollUntil(session, taskId, undefined, DECLARED);
  steps.set("get", { messages: fixed([done]) });
  const update = { taskId, inputResponses: { unknown: { action: "accept" } } };
  await step("update", "tasks/update", update, DECLARED);
  await step("cancel", "tasks/cancel", { taskId }, DECLARED);
  await step("undeclared get", "tasks/get", { taskId });
  await step("undeclared update", "tasks/update", update);
  await step("undeclared cancel", "tasks/cancel", { taskId });
  const undeclared = await session.listen({ taskIds: [taskId] });
  steps.set("undeclared listen", { status: undeclared.status, messages: fixed([await undeclared.next()]) });
  undeclared.close();

  const asked = await session.call("tools/call", { name: "ask" }, DECLARED_WITH_ELICITATION);
  const watched = String(at(asked.response, "result", "taskId"));
  const question = await pollUntil(session, watched, "input_required", DECLARED);
  steps.set("question", { messages: fixed([question]) });
  const listening = await session.listen({ taskIds: [watched] }, DECLARED);
  steps.set("listen", { status: listening.status, messages: fixed([await listening.next()]) });
  const [key = ""] = Object.keys((question.inputRequests ?? {}) as JsonObject);
  const inputResponses = { [key]: { action: "accept", content: { name: "Ada" } } };
  await step("answer", "tasks/update", { taskId: watched, inputResponses }, DECLARED);
  await pollUntil(session, watched, undefined, DECLARED);
  if (at(steps.get("listen")?.messages, 0, "method") !== undefined) {
    const notifications = [await listening.next(), await listening.next()];
    steps.set("notifications", { messages: fixed(notifications) });
  }
  listening.close();
}

async function legacySteps(session: TestSession, steps: Steps, step: RunStep): Promise<void> {
  await step("plain", "tools/call", { name: "job" });
  await step("required", "tools/call", { name: "must_task" });
  const created = await step("create", "tools/call", { name: "job", task: {} });
  const taskId = at(created.response, "result", "task", "taskId");
  if (typeof taskId !== "string" || taskId === "") return;
  const done = await pollUntil(session, taskId, undefined, {});
  steps.set("get", { messages: fixed([done]) });
  await step("result", "tasks/result", { taskId });
  await step("cancel ended", "tasks/cancel", { taskId });
  const slow = await session.result("tools/call", { name: "slow", task: {} });
  await step("cancel", "tasks/cancel", { taskId: String(at(slow, "task", "taskId")) });
  const failing = await session.result("tools/call", { name: "tool_error", task: {} });
  const failed = String(at(failing, "task", "taskId"));
  await pollUntil(session, failed, undefined, {});
  await step("failed result", "tasks/result", { taskId: failed });
}

/** Names of the steps that both scripts ran and that differ. */
export function changedSteps(before: Steps, after: Steps): string[] {
  return [...after.keys()].filter((name) => JSON.stringify(before.get(name)) !== JSON.stringify(after.get(name)));
}
