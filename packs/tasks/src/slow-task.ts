import { defineFixture, type Exchange, type JsonObject, member, type PackContext } from "@mcptest/pack";
import { type Attempt, type Problem, troubleOf } from "./attempt.js";
import { type Deadline, deadlineIn, longestWait, waitFor, withBackOff } from "./back-off.js";
import { toolOption } from "./choose-tool.js";
import type { TasksOptions } from "./options.js";
import { intervalOf, readPoll } from "./poll.js";
import { type Provoked, provokeBy, taskIdOf } from "./provoke.js";
import { taskRequest } from "./requests.js";
import { roleCall, roleOf } from "./roles.js";
import { isTerminal } from "./task-shape.js";

/** Milliseconds for a cancellation to show (L5). */
const GRACE_MS = 2_000;
/** Polls after the request that made the task has ended. */
const POLLS = 2;
const PAUSE_MS = 50;

/** What was seen of the task of the `slow` role. */
export interface SlowTask {
  /** `tasks/get` after the request that made the task was cancelled (stdio) or its stream had ended (HTTP). */
  survived: Exchange[];
  /** stdio: the notification that cancelled the request. */
  cancelledRequest?: Exchange;
  /** `tasks/cancel` while it was working, and the last task object that was seen before. */
  cancel?: Exchange;
  before?: JsonObject;
  /** `tasks/get` after the cancellation, until a terminal status or -32602 and once more, or the end of the grace window. */
  after: Exchange[];
  /** Why it could not be cancelled while it was working. */
  problem?: Problem;
}

/** The task of the `slow` role: its call ends, it goes on, and then it is cancelled. */
export const slowTask = defineFixture<Attempt<SlowTask>, { call: ReturnType<typeof roleCall> }, TasksOptions>({
  name: "slow task",
  role: roleOf("slow"),
  timeoutMs: longestWait,
  needs: { call: roleCall("slow") },
  async prepare({ call }, context) {
    const first = await cancelWorking(context, call, true);
    if (first.value?.problem === undefined || call.value === undefined) return first;
    // It may only have ended while other checks were waited for.
    const again = await provokeBy(context, [call.value.call.candidate], "slow");
    const second = await cancelWorking(context, again, false);
    return second.value === undefined ? first : { value: { ...second.value, survived: first.value.survived } };
  },
});

async function cancelWorking(
  context: PackContext<TasksOptions>,
  call: Attempt<Provoked>,
  watch: boolean,
): Promise<Attempt<SlowTask>> {
  const taskId = taskIdOf(call);
  if (taskId.problem !== undefined || call.value === undefined)
    return { problem: taskId.problem ?? { reason: "the role slow made no task" } };
  const { host, connection, negotiated, options, optionName } = context;
  const created = call.value.reading?.task;
  const pauseMs = Math.max(PAUSE_MS, intervalOf(created, negotiated) ?? 0);
  const deadline = deadlineIn(options.pollTimeoutMs);
  const read = () => pollOnce(context, taskId.value, deadline);
  const slow: SlowTask = { survived: [], after: [] };
  if (watch) {
    slow.cancelledRequest = await cancelRequestOf(context, call.value);
    while (slow.survived.length < POLLS && pauseMs < deadline.remainingMs()) {
      await waitFor(host, pauseMs, deadline);
      slow.survived.push(await read());
    }
  }
  const last = slow.survived
    .map((exchange) => readPoll(exchange, taskId.value))
    .findLast(({ kind }) => kind === "task");
  slow.before = last?.kind === "task" ? last.task : created;
  if (isTerminal(member(slow.before, "status")))
    return {
      value: {
        ...slow,
        problem: {
          reason: `the task of the role slow had ended before it could be cancelled: name a slower tool with ${toolOption(optionName, "slow")}`,
        },
      },
    };
  const request = taskRequest(negotiated, "tasks/cancel", { taskId: taskId.value }, options.roles.slow);
  slow.cancel = await withBackOff(host, deadline, () => host.exchange(connection, request));
  const trouble = troubleOf(slow.cancel, "tasks/cancel");
  if (trouble !== undefined) return { value: { ...slow, problem: trouble } };
  const grace = deadlineIn(GRACE_MS);
  do {
    await waitFor(host, pauseMs, grace);
    slow.after.push(await read());
  } while (grace.remainingMs() > 0 && isStillOpen(slow.after.at(-1), taskId.value));
  if (grace.remainingMs() > pauseMs) {
    await waitFor(host, pauseMs, grace);
    slow.after.push(await read());
  }
  return { value: slow };
}

/** The last answer leaves open what became of the task. */
function isStillOpen(exchange: Exchange | undefined, taskId: string): boolean {
  const reading = exchange && readPoll(exchange, taskId);
  if (reading?.kind === "task") return !isTerminal(member(reading.task, "status"));
  return reading?.kind === "later";
}

function pollOnce(
  { host, connection, negotiated, options }: PackContext<TasksOptions>,
  taskId: string,
  deadline: Deadline,
): Promise<Exchange> {
  const request = taskRequest(negotiated, "tasks/get", { taskId }, options.roles.slow);
  return withBackOff(host, deadline, () => host.exchange(connection, request));
}

/** stdio: tells the server that nobody waits for the answer to the call any more, which has come already (I62). */
async function cancelRequestOf(
  { host, connection, negotiated }: PackContext<TasksOptions>,
  { call }: Provoked,
): Promise<Exchange | undefined> {
  const requestId = call.last.id;
  if (negotiated.transport !== "stdio" || requestId === undefined) return undefined;
  return await host.exchange(connection, {
    method: "notifications/cancelled",
    params: { requestId },
    notification: true,
  });
}
