import {
  type Connection,
  defineFixture,
  ERROR,
  type Exchange,
  errorOf,
  excerpt,
  isObject,
  type Json,
  type JsonObject,
  member,
  type Negotiated,
  type PackContext,
  resultOf,
} from "@mcptest/pack";
import { answerInput } from "./answer-input.js";
import { type Attempt, isGate, type Problem, troubleOf, whatCame } from "./attempt.js";
import { backOffMs, type Deadline, deadlineIn, isRateLimited, longestWait, waitFor } from "./back-off.js";
import { type EarlyResult, earlyResult } from "./early-result.js";
import type { RoleName } from "./names.js";
import type { TasksOptions } from "./options.js";
import { type Provoked, provoked, taskIdOf } from "./provoke.js";
import { taskRequest } from "./requests.js";
import { isTerminal } from "./task-shape.js";
import { wireOf } from "./wire.js";

/** Shortest time between two polls, whatever the server allows. */
const FLOOR_MS = 20;
/** First time between two polls of a server that names none; it grows by half each time, up to the last. */
const FIRST_INTERVAL_MS = 100;
const LAST_INTERVAL_MS = 1_000;
/** Answers in a row that show no task, after which the task counts as unreadable. */
const MOST_UNREADABLE = 3;
/** Bytes of all answers that show the task; they are kept until the task has been judged. */
const MOST_BYTES = 32 * 1024 * 1024;
/** Least time for the answer to one poll. */
const POLL_TIMEOUT_MS = 5_000;

/** One `tasks/get` that showed the task. */
export interface Read {
  exchange: number;
  task: JsonObject;
  /** Milliseconds from the sending of the creating call to the arrival of this answer. */
  afterCallMs: number;
}

/** How following a task ended. */
export type Ending = "terminal" | "deadline" | "input" | "gone" | "unreadable" | "trouble";

/** What was seen of a task while it was followed. */
export interface Life {
  taskId: string;
  /** The connection on which the task was made, and on which it is asked for. */
  connection: Connection;
  reads: Read[];
  ending: Ending;
  /** Why it ended otherwise than with a terminal status. */
  problem?: Problem;
  /** Answers given with `tasks/update`, in order. */
  answers: JsonObject[];
}

/** Milliseconds between two polls that a task object asks for, or `undefined`. */
export function intervalOf(task: JsonObject | undefined, negotiated: Negotiated): number | undefined {
  const interval = member(task, wireOf(negotiated).wire === "legacy" ? "pollInterval" : "pollIntervalMs");
  return typeof interval === "number" ? interval : undefined;
}

/** Follows the task from its creation to its end: the first read at once and on a new connection, then by the interval. */
export const life = defineFixture<Attempt<Life>, { call: typeof provoked }, TasksOptions>({
  name: "life of the task",
  timeoutMs: longestWait,
  needs: { call: provoked },
  async prepare({ call }, context) {
    const taskId = taskIdOf(call);
    if (taskId.problem !== undefined) return { problem: taskId.problem };
    return { value: await follow(context, { taskId: taskId.value, call: call.value }) };
  },
});

/** What is followed, and how its questions are met. */
export interface Following {
  taskId: string;
  /** The call that made the task. Its role's answers are given. */
  call?: Provoked;
  /** Meets a task that asks for input, in place of answering at once; a returned sentence says why it is stuck. */
  onInput?(asking: Asking): Promise<string | undefined>;
  /** Client capabilities of the polls, in place of those of the role. */
  capabilities?: JsonObject;
  /** 2025-11-25: asks for the result at once, while the task goes on. Default: where the call has answers to give. */
  early?: boolean;
}

/** A task that asks for input. */
export interface Asking {
  /** The id of its handle, whatever the answer to `tasks/get` says. */
  taskId: string;
  task: JsonObject;
  /** Keys that were answered before. */
  answered: Set<string>;
  /** Answers that were given before, in order. */
  answers: JsonObject[];
  /** Answers what is open from the configuration; gives a sentence when nobody will say what the task waits for. */
  answer(): Promise<string | undefined>;
}

/**
 * Polls until the task ends, needs something that is not there, or the time is over. An interval beyond the whole time
 * ends it at once: polling earlier is not what the server allows. It is polled on the connection of its call.
 */
export async function follow(context: PackContext<TasksOptions>, following: Following): Promise<Life> {
  const { taskId, call, early = call?.own !== undefined } = following;
  const own = { ...context, connection: call?.call.connection ?? context.connection };
  const result = early && wireOf(context.negotiated).wire === "legacy" ? earlyResult(own, taskId) : undefined;
  result?.ask();
  const lived = await pollToEnd(own, following, result);
  if (lived.ending === "terminal") await result?.settled();
  return lived;
}

async function pollToEnd(
  context: PackContext<TasksOptions>,
  { taskId, call, onInput = ({ answer }) => answer(), capabilities }: Following,
  early: EarlyResult | undefined,
): Promise<Life> {
  const { host, connection, options, negotiated } = context;
  const role = call?.call.role ?? "task";
  const sentAt = call?.call.sentAt ?? performance.now();
  const deadline = deadlineIn(options.pollTimeoutMs);
  const seen: Omit<Life, "ending"> = { taskId, connection, reads: [], answers: [] };
  const answered = new Set<string>();
  let asked = intervalOf(call?.reading?.task, negotiated);
  let pause = FIRST_INTERVAL_MS;
  let unreadable = 0;
  let bytes = 0;
  for (let first = true; ; first = false) {
    const exchange = await poll(context, { taskId, role, capabilities, deadline, first });
    const reading = readPoll(exchange, taskId);
    if (reading.kind === "task") {
      unreadable = 0;
      seen.reads.push({ exchange: exchange.number, task: reading.task, afterCallMs: performance.now() - sentAt });
      asked = intervalOf(reading.task, negotiated) ?? asked;
      const status = member(reading.task, "status");
      if (isTerminal(status)) return { ...seen, ending: "terminal" };
      bytes += exchange.messages.reduce((sum, { byteLength }) => sum + byteLength, 0);
      if (bytes > MOST_BYTES) return { ...seen, ending: "deadline", problem: tooLarge(exchange.number) };
      if (status === "input_required") {
        const { task } = reading;
        const answer = () =>
          answerInput(context, { taskId, role, task, answered, given: seen.answers, deadline, early });
        const stuck = await onInput({ taskId, task, answered, answers: seen.answers, answer });
        if (stuck !== undefined)
          return { ...seen, ending: "input", problem: { reason: stuck, evidence: [exchange.number] } };
      }
    } else if (reading.kind === "trouble") {
      return { ...seen, ending: "trouble", problem: reading.problem };
    } else if (reading.kind === "no-task") {
      if (reading.notFound && seen.reads.length > 0) return { ...seen, ending: "gone", problem: gone(exchange) };
      if (++unreadable === MOST_UNREADABLE) return { ...seen, ending: "unreadable", problem: reading.problem };
    }
    const beyond = asked !== undefined && asked > options.pollTimeoutMs;
    if (beyond || deadline.remainingMs() === 0)
      return { ...seen, ending: "deadline", problem: overdue(seen, context, asked) };
    await waitFor(host, isRateLimited(exchange) ? backOffMs(exchange) : Math.max(FLOOR_MS, asked ?? pause), deadline);
    pause = Math.min(LAST_INTERVAL_MS, pause * 1.5);
  }
}

/** One `tasks/get` that is to be sent. */
interface Poll {
  taskId: string;
  role: RoleName;
  capabilities: JsonObject | undefined;
  deadline: Deadline;
  first: boolean;
}

function poll(
  { host, connection, negotiated, options }: PackContext<TasksOptions>,
  { taskId, role, capabilities, deadline, first }: Poll,
): Promise<Exchange> {
  const request = taskRequest(negotiated, "tasks/get", { taskId }, options.roles[role]);
  const timeoutMs = Math.ceil(Math.max(POLL_TIMEOUT_MS, deadline.remainingMs()));
  const change = capabilities === undefined ? {} : { capabilities };
  return host.exchange(connection, { ...request, ...change, timeoutMs, ...(first ? { freshSocket: true } : {}) });
}

/** What one `tasks/get` showed. */
export type PollReading =
  | { kind: "task"; task: JsonObject }
  | { kind: "no-task"; notFound: boolean; problem: Problem }
  | { kind: "later" }
  | { kind: "trouble"; problem: Problem };

/** Error codes that asking again cannot change. */
const LASTING: ReadonlySet<Json | undefined> = new Set<Json | undefined>([
  ERROR.invalidParams,
  ERROR.methodNotFound,
  ERROR.invalidRequest,
  ERROR.headerMismatch,
  ERROR.unsupportedProtocolVersion,
  ERROR.missingClientCapability,
  ERROR.draftMissingClientCapability,
]);

/** Reads one answer to `tasks/get`. A rate limit, a timeout or a passing error means: ask again later (I16). */
export function readPoll(exchange: Exchange, taskId: string): PollReading {
  if (isRateLimited(exchange) || isPassing(exchange)) return { kind: "later" };
  const trouble = troubleOf(exchange, "tasks/get");
  if (trouble !== undefined && mayPass(exchange)) return { kind: "no-task", notFound: false, problem: trouble };
  if (trouble !== undefined) return { kind: "trouble", problem: trouble };
  const result = resultOf(exchange);
  if (typeof member(result, "status") === "string" && isObject(result)) return { kind: "task", task: result };
  const error = errorOf(exchange);
  const code = member(error, "code");
  if (isPassingError(exchange)) return { kind: "later" };
  const nested = member(member(result, "task"), "status") !== undefined;
  const came = nested ? 'the task\'s members inside a nested "task" object' : whatCame(exchange);
  return {
    kind: "no-task",
    notFound: code === ERROR.invalidParams,
    problem: {
      reason: `the task ${excerpt(taskId, 80)} never became readable: tasks/get was answered with ${came}`,
      evidence: [exchange.number],
    },
  };
}

/** A JSON-RPC error that may be over with the next request. */
export function isPassingError(exchange: Exchange): boolean {
  const error = errorOf(exchange);
  return error !== undefined && !LASTING.has(member(error, "code"));
}

/** Trouble on the way that may be over with the next request. */
function isPassing({ outcome, status }: Exchange): boolean {
  return outcome === "timeout" || (outcome === "no-response" && [408, 502, 503, 504].includes(status ?? 0));
}

/** No answer, but another request may get one: the response ended early, or no JSON-RPC response came with a status of no gate. */
function mayPass(exchange: Exchange): boolean {
  return isBrokenOff(exchange) || (exchange.outcome === "no-response" && !isGate(exchange.status));
}

/** HTTP: the response ended early. Another request may be answered, on another connection. */
export function isBrokenOff({ transport, outcome }: Exchange): boolean {
  return transport === "http" && outcome === "closed";
}

function tooLarge(exchange: number): Problem {
  const reason = `the answers to tasks/get hold more than ${MOST_BYTES} bytes together (a limit of ours), and the task has not ended`;
  return { reason, origin: "host", evidence: [exchange] };
}

function gone(exchange: Exchange): Problem {
  const reason = `the task was gone before it could be read to its end: tasks/get was answered with ${excerpt(errorOf(exchange))}`;
  return { reason, evidence: [exchange.number] };
}

function overdue(
  { reads }: Omit<Life, "ending">,
  { options, optionName }: PackContext<TasksOptions>,
  interval: number | undefined,
): Problem {
  const limit = `within ${options.pollTimeoutMs} ms (${optionName(["pollTimeoutMs"], 60_000)})`;
  const last = reads.at(-1);
  if (last === undefined) return { reason: `the task could not be read ${limit}`, origin: "host" };
  const status = excerpt(member(last.task, "status"), 40);
  const patience =
    interval !== undefined && interval > options.pollTimeoutMs
      ? `; the server asks for ${interval} ms between two polls, which is longer than that`
      : "";
  return {
    reason: `no terminal status ${limit}: the last was ${status}${patience}`,
    origin: "host",
    evidence: [last.exchange],
  };
}
