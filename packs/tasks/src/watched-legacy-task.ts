import { defineFixture, type PackContext, type RequestSpec } from "@mcptest/pack";
import type { Attempt } from "./attempt.js";
import { deadlineIn, longestWait, waitFor, withBackOff } from "./back-off.js";
import { callTool } from "./call.js";
import type { TasksOptions } from "./options.js";
import { openOwnConnection } from "./own-connection.js";
import { follow, type Life } from "./poll.js";
import { cancelProvoked, type Provoked, provoked, provokedBy } from "./provoke.js";
import { taskRequest } from "./requests.js";

/** Token under which the call asks for progress. */
const PROGRESS_TOKEN = "mcptest-progress";
/** Milliseconds between the end of the task and the request after it, so that the two can be told apart by time. */
const APART_MS = 50;

/** A task of its own whose result was asked for while it ran, and again after its end. */
export interface WatchedLegacyTask {
  call: Provoked;
  life: Life;
}

/**
 * 2025-11-25: one more call of the `task` role's tool, on a connection of its own, with a progress token. `tasks/result` is
 * sent at once (H13), and once more after the end (H25).
 */
export const watchedLegacyTask = defineFixture<Attempt<WatchedLegacyTask>, { call: typeof provoked }, TasksOptions>({
  name: "task whose result is awaited",
  timeoutMs: longestWait,
  needs: { call: provoked },
  async prepare({ call }, context) {
    if (call.problem !== undefined) return { problem: call.problem };
    if (call.value.reading?.kind !== "task") return { problem: call.value.noTask };
    const opened = await openOwnConnection(context, { role: "task" });
    if (opened.problem !== undefined) return { problem: opened.problem };
    const own = opened.value;
    const there = { ...context, connection: own.connection };
    const change = (request: RequestSpec) => ({ ...request, meta: { progressToken: PROGRESS_TOKEN } });
    const made = provokedBy(await callTool(there, call.value.call.candidate, { change }), [], there);
    own.taskId = made.reading?.taskId;
    if (made.reading?.kind !== "task" || own.taskId === undefined) return { problem: made.noTask };
    const watched = { ...made, own };
    const life = await follow(there, { taskId: own.taskId, call: watched });
    if (life.ending === "terminal") await askAgain(there, life);
    return { value: { call: watched, life } };
  },
  async teardown(attempt, context) {
    if (attempt.value !== undefined) await cancelProvoked({ value: attempt.value.call }, context);
  },
});

async function askAgain(
  { host, connection, negotiated, options }: PackContext<TasksOptions>,
  { taskId }: Life,
): Promise<void> {
  const deadline = deadlineIn(options.pollTimeoutMs);
  await waitFor(host, APART_MS, deadline);
  const request = taskRequest(negotiated, "tasks/result", { taskId });
  await withBackOff(host, deadline, () => host.exchange(connection, request));
}
