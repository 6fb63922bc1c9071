import { at, type JsonObject } from "@mcptest/pack";
import { DECLARED, DECLARED_WITH_ELICITATION } from "./requests.js";
import type { Recorder } from "./script.js";
import type { Listening, TestSession } from "./session.js";
import { accepting, asks, create, hasEnded, keysOf, settle } from "./settle.js";

/** The steps of tasks that ask, on the extension wire. */
export async function modernInputSteps(session: TestSession, recorder: Recorder): Promise<void> {
  await undeclaredInput(session, recorder);
  await declined(session, recorder);
  await several(session, recorder);
  await inARow(session, recorder);
}

async function undeclaredInput(session: TestSession, { step, put }: Recorder): Promise<void> {
  const bare = await step("ask bare", "tools/call", { name: "ask" }, DECLARED);
  const taskId = at(bare.response, "result", "taskId");
  if (typeof taskId === "string") put("ask bare get", [await settle(session, taskId, DECLARED, asks)]);
}

async function declined(session: TestSession, { step, put }: Recorder): Promise<void> {
  const taskId = await create(session, "ask", DECLARED_WITH_ELICITATION);
  const task = await settle(session, taskId, DECLARED, asks);
  const inputResponses = Object.fromEntries(Object.keys(accepting(keysOf(task))).map((key) => [key, DECLINE]));
  await step("decline", "tasks/update", { taskId, inputResponses }, DECLARED);
  put("declined", [await settle(session, taskId, DECLARED)]);
}

const DECLINE: JsonObject = { action: "decline" };

async function several(session: TestSession, { step, put }: Recorder): Promise<void> {
  const taskId = await create(session, "ask_many", DECLARED_WITH_ELICITATION);
  const first = await settle(session, taskId, DECLARED, asks);
  put("many", [first]);
  await step("many again", "tasks/get", { taskId }, DECLARED);
  await step("many a third time", "tasks/get", { taskId }, DECLARED);
  const keys = keysOf(first);
  const [key = "name", ...others] = keys;
  await step("stray answer", "tasks/update", { taskId, inputResponses: { "no-such-key": DECLINE } }, DECLARED);
  await step("after stray answer", "tasks/get", { taskId }, DECLARED);
  await step("partial", "tasks/update", { taskId, inputResponses: accepting([key]) }, DECLARED);
  const rest = await settle(session, taskId, DECLARED, (task) => !keysOf(task).includes(key));
  put("after partial", [rest]);
  await step("repeated", "tasks/update", { taskId, inputResponses: accepting([key]) }, DECLARED);
  await step("all", "tasks/update", { taskId, inputResponses: accepting(others) }, DECLARED);
  put("many done", [await settle(session, taskId, DECLARED)]);
}

async function inARow(session: TestSession, { put }: Recorder): Promise<void> {
  const taskId = await create(session, "ask_twice", DECLARED_WITH_ELICITATION);
  const first = await settle(session, taskId, DECLARED, asks);
  put("twice", [first]);
  await session.call("tasks/update", { taskId, inputResponses: accepting(keysOf(first)) }, DECLARED);
  const shown = JSON.stringify(first.inputRequests);
  const isNext = (task: JsonObject) => asks(task) && JSON.stringify(task.inputRequests) !== shown;
  const second = await settle(session, taskId, DECLARED, isNext);
  put("twice next", [second]);
  await session.call("tasks/update", { taskId, inputResponses: accepting(keysOf(second)) }, DECLARED);
  if (!hasEnded(second)) put("twice done", [await settle(session, taskId, DECLARED)]);
}

/**
 * A subscription to a task that asks, while another one that nobody has subscribed to is cancelled. The server closes at
 * the end.
 */
export async function watchedSteps(session: TestSession, { step, put }: Recorder): Promise<void> {
  const bystander = await create(session, "slow");
  const taskId = await create(session, "ask", DECLARED_WITH_ELICITATION);
  const question = await settle(session, taskId, DECLARED, asks);
  put("question", [question]);
  const listening = await session.listen({ taskIds: [taskId] }, DECLARED);
  const opening = await listening.next();
  put("listen", [opening], listening.status);
  await session.call("tasks/cancel", { taskId: bystander }, DECLARED);
  await step("answer", "tasks/update", { taskId, inputResponses: accepting(keysOf(question)) }, DECLARED);
  const ended = await settle(session, taskId, DECLARED);
  if (at(opening, "method") === undefined || !hasEnded(ended)) return;
  const notifications = await upTo(2, listening);
  put("notifications", notifications);
  if (notifications.some(({ id }) => id !== undefined)) return;
  const closing = session.close();
  put("end", await upTo(Number.POSITIVE_INFINITY, listening));
  await closing;
}

/** The next messages of a subscription, at most so many, until its end. */
async function upTo(most: number, listening: Listening): Promise<JsonObject[]> {
  const messages: JsonObject[] = [];
  while (messages.length < most && messages.at(-1)?.id === undefined) {
    const message = await listening.next();
    if (!message) break;
    messages.push(message);
  }
  return messages;
}
