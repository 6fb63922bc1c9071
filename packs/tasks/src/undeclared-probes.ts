import { randomUUID } from "node:crypto";
import { at, defineFixture, ERROR, type JsonObject, type PackContext, type RequestSpec } from "@mcptest/pack";
import type { Attempt } from "./attempt.js";
import { deadlineIn, longestWait, waitFor, withBackOff } from "./back-off.js";
import type { TasksOptions } from "./options.js";
import { intervalOf, type Life, life, readPoll } from "./poll.js";
import { firstAnswer, PROBED, type ProbeAnswer, type ProbedMethod } from "./probe-answer.js";
import { declared, taskRequest } from "./requests.js";
import { storedResult } from "./stored-result.js";
import { wireOf } from "./wire.js";

/** What the undeclared requests about one task gave. */
export interface Probes {
  answers: ProbeAnswer[];
  /** Whether the task could still be read, declared, after one of them said that it is not known. */
  stillThere: boolean;
  /** The answer to a declared listen with an empty filter, asked when the undeclared one gave "no such method". */
  emptyListen?: ProbeAnswer;
}

/**
 * The undeclared requests (I37) about the task whose life has been read. They come after everything that reads the task
 * (`life`, `storedResult`), so that one of them that is wrongly served spoils nothing. The last read of the life is the
 * declared `tasks/get` before them; the one after them is sent where its answer decides something.
 */
export const undeclaredProbes = defineFixture<
  Attempt<Probes>,
  { life: typeof life; result: typeof storedResult },
  TasksOptions
>({
  name: "undeclared probes",
  mayChange: true,
  timeoutMs: longestWait,
  needs: { life, result: storedResult },
  async prepare({ life: lived }, context) {
    if (lived.problem !== undefined) return { problem: lived.problem };
    if (wireOf(context.negotiated).wire !== "extension")
      return { problem: { reason: "there is no declaration to leave out on this wire" } };
    const { reads, ending, problem } = lived.value;
    const last = reads.at(-1);
    if (last === undefined || ending === "gone" || ending === "trouble")
      return { problem: problem ?? { reason: "the task never became readable" } };
    const defect = "the extension is not declared on this request (I37)";
    return { value: await probe(context, lived.value, { change: (spec) => ({ ...spec, defect }), everySocket: true }) };
  },
});

/** How the requests of one round differ from plain ones. */
export interface ProbeRound {
  change(spec: RequestSpec): RequestSpec;
  /** Over HTTP also on a TCP connection of its own. */
  everySocket: boolean;
}

/** Sends the four methods about a task, undeclared, and looks whether it was there where that decides something. */
export async function probe(context: PackContext<TasksOptions>, life: Life, round: ProbeRound): Promise<Probes> {
  const answers = await Promise.all(
    probesOf(life.taskId, context, round).map(({ method, spec }) => firstAnswer(context, method, spec)),
  );
  const someUnknown = answers.some((answer) => codeOf(answer) === ERROR.invalidParams);
  return {
    answers,
    stillThere: !someUnknown || (await isReadable(context, life)),
    ...(answers.some(wantsTwin) ? { emptyListen: await listenEmpty(context) } : {}),
  };
}

/** Least pause before the task is read again. */
const LEAST_PAUSE_MS = 50;

/** Each method on the connection that declared the extension; over HTTP also on a TCP connection of its own. */
function probesOf(
  taskId: string,
  { negotiated }: PackContext<TasksOptions>,
  { change, everySocket }: ProbeRound,
): { method: ProbedMethod; spec: RequestSpec }[] {
  const params: Record<ProbedMethod, JsonObject> = {
    "tasks/get": { taskId },
    "tasks/update": { taskId, inputResponses: { [`never-issued-${randomUUID()}`]: { action: "decline" } } },
    "tasks/cancel": { taskId },
    "subscriptions/listen": { notifications: { taskIds: [taskId] } },
  };
  const sockets = negotiated.transport === "http" && everySocket ? [{}, { freshSocket: true }] : [{}];
  return PROBED.flatMap((method) =>
    sockets.map((socket) => ({ method, spec: change({ method, params: params[method], ...socket }) })),
  );
}

/** A listen that was refused as if there were none: perhaps there is none (J8). */
function wantsTwin(answer: ProbeAnswer): boolean {
  const { method, message, status } = answer;
  if (method !== "subscriptions/listen") return false;
  return codeOf(answer) === ERROR.methodNotFound || (message === undefined && status === 404);
}

function codeOf({ message }: ProbeAnswer): unknown {
  return at(message, "error", "code");
}

function listenEmpty(context: PackContext<TasksOptions>): Promise<ProbeAnswer> {
  const spec = { method: "subscriptions/listen", params: { notifications: {} } };
  return firstAnswer(context, "subscriptions/listen", declared(context.negotiated, spec));
}

/** The task can be read, declared. It is asked at the server's interval, and again while the server says "later". */
async function isReadable(
  { host, connection, negotiated, options }: PackContext<TasksOptions>,
  { taskId, reads }: Life,
): Promise<boolean> {
  const pauseMs = Math.max(LEAST_PAUSE_MS, intervalOf(reads.at(-1)?.task, negotiated) ?? 0);
  const deadline = deadlineIn(options.pollTimeoutMs);
  const request = taskRequest(negotiated, "tasks/get", { taskId }, options.roles.task);
  for (;;) {
    await waitFor(host, pauseMs, deadline);
    const exchange = await withBackOff(host, deadline, () => host.exchange(connection, request));
    const { kind } = readPoll(exchange, taskId);
    if (kind !== "later" || deadline.remainingMs() === 0) return kind === "task";
  }
}
