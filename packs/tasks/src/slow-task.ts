import { defineFixture, ERROR, type Exchange, errorOf, type JsonObject, member, type PackContext } from "@mcptest/pack";
import { type Attempt, type Problem, troubleOf } from "./attempt.js";
import { type Deadline, deadlineIn, longestWait, waitFor, withBackOff } from "./back-off.js";
import { type Candidate, toolOption } from "./choose-tool.js";
import { cancelIfRunning } from "./clean-up.js";
import type { TasksOptions } from "./options.js";
import { intervalOf, readPoll } from "./poll.js";
import { type Provoked, provokeBy, provokedBy, taskIdOf } from "./provoke.js";
import { declared, inputCapabilities, taskRequest } from "./requests.js";
import { candidateOf, roleOf } from "./roles.js";
import { isTerminal, readExtensionCall } from "./task-shape.js";
import { toolList } from "./tools.js";
import { canCancel, wireOf } from "./wire.js";

/** Milliseconds for a cancellation to show (L5). */
const GRACE_MS = 2_000;
/** Polls after the request that made the task has ended. */
const POLLS = 2;
const PAUSE_MS = 50;

/** What was seen of the task of the `slow` role. */
export interface SlowTask {
  taskId: string;
  /** `tasks/get` after the request that made the task was cancelled (stdio) or its stream had ended (HTTP). */
  survived: Exchange[];
  /** Why it was not read then. */
  notRead?: Problem;
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
export const slowTask = defineFixture<Attempt<SlowTask>, { tools: typeof toolList }, TasksOptions>({
  name: "slow task",
  role: roleOf("slow"),
  timeoutMs: longestWait,
  needs: { tools: toolList },
  async prepare({ tools }, context) {
    if (tools.problem !== undefined) return { problem: tools.problem };
    const candidate = candidateOf(context, "slow", tools.value);
    if (candidate.problem !== undefined) return { problem: candidate.problem };
    if (wireOf(context.negotiated).wire === "legacy") return await cancelLegacy(context, candidate.value);
    const call = await callOnStream(context, candidate.value);
    const first = await cancelWorking(context, call, true);
    if (first.value?.problem === undefined || call.value === undefined) return first;
    const again = await provokeBy(context, [candidate.value], "slow");
    const second = await cancelWorking(context, again, false);
    const { survived, notRead } = first.value;
    return second.value === undefined ? first : { value: { ...second.value, survived, notRead } };
  },
  async teardown(attempt, context) {
    if (attempt.value !== undefined) await cancelIfRunning(context, attempt.value.taskId);
  },
});

/** 2025-11-25, where no rule speaks of what the end of the call does to its task: it is cancelled, where that is declared. */
async function cancelLegacy(context: PackContext<TasksOptions>, candidate: Candidate): Promise<Attempt<SlowTask>> {
  if (!canCancel(context.negotiated)) return { problem: { reason: "tasks.cancel is not declared" } };
  return await cancelWorking(context, await provokeBy(context, [candidate], "slow"), false);
}

/**
 * Over HTTP the call is read as a stream and closed as soon as its answer has come, also where the server keeps it open. A
 * call that asks for input first is made in the usual way.
 */
async function callOnStream(context: PackContext<TasksOptions>, candidate: Candidate): Promise<Attempt<Provoked>> {
  const { host, connection, negotiated, options } = context;
  if (negotiated.transport !== "http") return await provokeBy(context, [candidate], "slow");
  const capabilities = inputCapabilities(options.roles.slow);
  const params = { name: candidate.tool, arguments: candidate.arguments };
  const request = declared(negotiated, { method: "tools/call", params, ...(capabilities ? { capabilities } : {}) });
  const sentAt = performance.now();
  const stream = await host.listen(connection, request);
  const deadline = deadlineIn(options.pollTimeoutMs);
  let result: unknown;
  for (let next = await host.next(stream, deadline.remainingMs()); typeof next !== "string"; ) {
    result = member(next.json, "result");
    if (result !== undefined || member(next.json, "error") !== undefined) break;
    next = await host.next(stream, deadline.remainingMs());
  }
  await host.close(stream);
  const reading = result === undefined ? undefined : readExtensionCall(result);
  const [last] = await host.transcript({ after: stream.exchange - 1, method: "tools/call" });
  if (reading?.kind !== "task" || last?.number !== stream.exchange)
    return await provokeBy(context, [candidate], "slow");
  const made = { candidate, connection, evidence: [last.number], last, sentAt, answers: [], unanswered: [] };
  return { value: { ...provokedBy({ ...made, role: "slow" }, [], context), reading } };
}

/** The time to live of a task had passed: the server may have deleted it. */
function hasOutlived(
  task: JsonObject | undefined,
  { call }: Provoked,
  { negotiated }: Pick<PackContext, "negotiated">,
): boolean {
  const ttl = member(task, wireOf(negotiated).wire === "legacy" ? "ttl" : "ttlMs");
  return typeof ttl === "number" && performance.now() >= call.sentAt + ttl;
}

function expired(cancel: Exchange): Problem {
  const reason = "the time to live of the task of the role slow had passed before it was cancelled";
  return { reason, evidence: [cancel.number] };
}

async function cancelWorking(
  shared: PackContext<TasksOptions>,
  call: Attempt<Provoked>,
  watch: boolean,
): Promise<Attempt<SlowTask>> {
  const taskId = taskIdOf(call);
  if (taskId.problem !== undefined || call.value === undefined)
    return { problem: taskId.problem ?? { reason: "the role slow made no task" } };
  const context = { ...shared, connection: call.value.call.connection };
  const { host, connection, negotiated, options, optionName } = context;
  const created = call.value.reading?.task;
  const pauseMs = Math.max(PAUSE_MS, intervalOf(created, negotiated) ?? 0);
  const deadline = deadlineIn(options.pollTimeoutMs);
  const read = () => pollOnce(context, taskId.value, deadline);
  const slow: SlowTask = { taskId: taskId.value, survived: [], after: [] };
  if (watch) {
    slow.cancelledRequest = await cancelRequestOf(context, call.value);
    while (slow.survived.length < POLLS && pauseMs < deadline.remainingMs()) {
      await waitFor(host, pauseMs, deadline);
      slow.survived.push(await read());
    }
    if (slow.survived.length === 0) slow.notRead = notRead(context, pauseMs);
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
  if (member(errorOf(slow.cancel), "code") === ERROR.invalidParams && hasOutlived(slow.before, call.value, context))
    return { value: { ...slow, problem: expired(slow.cancel) } };
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

/** The server asks for longer between two polls than there is time: polling earlier is not what it allows. */
function notRead({ options, optionName }: PackContext<TasksOptions>, pauseMs: number): Problem {
  const limit = `${options.pollTimeoutMs} ms (${optionName(["pollTimeoutMs"], 60_000)})`;
  return {
    reason: `the task of the role slow was not read after its tools/call had ended: the server asks for ${pauseMs} ms between two polls, and what was left of ${limit} is shorter than that`,
    origin: "host",
  };
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
