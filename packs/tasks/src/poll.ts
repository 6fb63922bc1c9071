import {
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
import { answersTo } from "./answers.js";
import { type Attempt, isGate, type Problem, troubleOf, whatCame } from "./attempt.js";
import { backOffMs, type Deadline, deadlineIn, isRateLimited, longestWait, waitFor, withBackOff } from "./back-off.js";
import type { RoleName } from "./names.js";
import type { TasksOptions } from "./options.js";
import { howToAnswer, type Provoked, provoked, taskIdOf } from "./provoke.js";
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
}

/** A task that asks for input. */
export interface Asking {
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
 * ends it at once: polling earlier is not what the server allows.
 */
export async function follow(
  context: PackContext<TasksOptions>,
  { taskId, call, onInput = ({ answer }) => answer(), capabilities }: Following,
): Promise<Life> {
  const { host, options, negotiated } = context;
  const role = call?.call.role ?? "task";
  const sentAt = call?.call.sentAt ?? performance.now();
  const deadline = deadlineIn(options.pollTimeoutMs);
  const seen: Omit<Life, "ending"> = { taskId, reads: [], answers: [] };
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
        const answer = () => answerInput(context, { taskId, role, task, answered, given: seen.answers, deadline });
        const stuck = await onInput({ task, answered, answers: seen.answers, answer });
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

/** A task that asks, and what was answered before. */
interface OpenInput {
  taskId: string;
  role: RoleName;
  task: JsonObject;
  answered: Set<string>;
  given: JsonObject[];
  deadline: Deadline;
}

/** Answers what is open; gives a sentence when the task waits for something that nobody will say. */
async function answerInput(
  { host, connection, negotiated, options, optionName }: PackContext<TasksOptions>,
  { taskId, role: roleName, task, answered, given, deadline }: OpenInput,
): Promise<string | undefined> {
  const role = options.roles[roleName];
  if (wireOf(negotiated).wire === "legacy")
    return "the task asks for input (input_required), which this pack cannot give on 2025-11-25; name a tool that asks nothing";
  const answers = answersTo(member(task, "inputRequests"), role?.inputResponses, answered);
  if (answers.keys.length > 0) {
    const update = { taskId, inputResponses: answers.responses };
    const request = taskRequest(negotiated, "tasks/update", update, role);
    await withBackOff(host, deadline, () => host.exchange(connection, request));
    for (const key of answers.keys) answered.add(key);
    given.push(answers.responses);
    return undefined;
  }
  if (answers.unanswered.length === 0 && answered.size > 0) return undefined;
  const keys = answers.unanswered
    .slice(0, 8)
    .map((key) => excerpt(key, 60))
    .join(", ");
  return `the task asks for input (${keys || "no key"}) and no answer is configured; ${howToAnswer(optionName, roleName)}`;
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
