import { randomUUID } from "node:crypto";
import {
  at,
  type Connection,
  defineFixture,
  ERROR,
  type Exchange,
  type JsonObject,
  type PackContext,
  type PackHost,
  type ReceivedMessage,
  type RequestSpec,
} from "@mcptest/pack";
import type { Attempt } from "./attempt.js";
import { deadlineIn, waitFor, withBackOff } from "./back-off.js";
import type { TasksOptions } from "./options.js";
import { intervalOf, isPassingError, life, readPoll } from "./poll.js";
import { declared, taskRequest } from "./requests.js";
import { storedResult } from "./stored-result.js";
import { wireOf } from "./wire.js";

/** The four methods that are refused without the declaration. */
export const PROBED = ["tasks/get", "tasks/update", "tasks/cancel", "subscriptions/listen"] as const;
export type ProbedMethod = (typeof PROBED)[number];

/** The first answer to one undeclared request. */
export interface ProbeAnswer {
  method: ProbedMethod;
  exchange: number;
  outcome: Exchange["outcome"];
  status?: number;
  /** A response, or for `subscriptions/listen` any message of the stream. */
  message?: JsonObject;
  problem?: string;
}

/** What the undeclared requests about one task gave. */
export interface Probes {
  answers: ProbeAnswer[];
  /** Whether the task could still be read, declared, after one of them said that it is not known. */
  stillThere: boolean;
  /** The answer to a declared listen with an empty filter, asked when the undeclared one gave "no such method". */
  emptyListen?: ProbeAnswer;
}

/** Milliseconds for the first message of a listen. */
const LISTEN_TIMEOUT_MS = 5_000;

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
  needs: { life, result: storedResult },
  async prepare({ life: lived }, context) {
    if (lived.problem !== undefined) return { problem: lived.problem };
    if (wireOf(context.negotiated).wire !== "extension")
      return { problem: { reason: "there is no declaration to leave out on this wire" } };
    const { taskId, reads, ending, problem } = lived.value;
    const last = reads.at(-1);
    if (last === undefined || ending === "gone" || ending === "trouble")
      return { problem: problem ?? { reason: "the task never became readable" } };
    const pauseMs = Math.max(LEAST_PAUSE_MS, intervalOf(last.task, context.negotiated) ?? 0);
    const answers = await Promise.all(
      probesOf(taskId, context).map(({ method, spec }) => ask(context, method, spec, pauseMs)),
    );
    const someUnknown = answers.some((answer) => codeOf(answer) === ERROR.invalidParams);
    const needsTwin = answers.some(wantsTwin);
    return {
      value: {
        answers,
        stillThere: !someUnknown || (await isReadable(context, taskId, pauseMs)),
        ...(needsTwin ? { emptyListen: await listenEmpty(context) } : {}),
      },
    };
  },
});

/** Least pause before a request is sent again, or the task read again. */
const LEAST_PAUSE_MS = 50;

/** Each method on the connection that declared the extension; over HTTP also on a TCP connection of its own. */
function probesOf(
  taskId: string,
  { negotiated }: PackContext<TasksOptions>,
): { method: ProbedMethod; spec: RequestSpec }[] {
  const params: Record<ProbedMethod, JsonObject> = {
    "tasks/get": { taskId },
    "tasks/update": { taskId, inputResponses: { [`never-issued-${randomUUID()}`]: { action: "decline" } } },
    "tasks/cancel": { taskId },
    "subscriptions/listen": { notifications: { taskIds: [taskId] } },
  };
  const sockets = negotiated.transport === "http" ? [{}, { freshSocket: true }] : [{}];
  const defect = "the extension is not declared on this request (I37)";
  return PROBED.flatMap((method) =>
    sockets.map((socket) => ({ method, spec: { method, params: params[method], defect, ...socket } })),
  );
}

/**
 * Sends one undeclared request. An error that may pass (a server that is busy or limits the rate in its own way) is
 * answered by asking once more; the second answer counts.
 */
async function ask(
  { host, connection, options }: PackContext<TasksOptions>,
  method: ProbedMethod,
  spec: RequestSpec,
  pauseMs: number,
): Promise<ProbeAnswer> {
  if (method === "subscriptions/listen") return firstOfListen(host, connection, spec);
  const deadline = deadlineIn(options.pollTimeoutMs);
  const send = () => withBackOff(host, deadline, () => host.exchange(connection, spec));
  const first = await send();
  if (!isPassingError(first)) return answerOf(method, first, first.response);
  await waitFor(host, pauseMs, deadline);
  const second = await send();
  return answerOf(method, second, second.response);
}

/** Opens a listen, takes its first message, and closes it. */
async function firstOfListen(host: PackHost, connection: Connection, spec: RequestSpec): Promise<ProbeAnswer> {
  const stream = await host.listen(connection, spec);
  const message = await host.next(stream, LISTEN_TIMEOUT_MS);
  await host.close(stream);
  const [exchange] = await host.transcript({ after: stream.exchange - 1, method: spec.method });
  if (exchange === undefined || exchange.number !== stream.exchange)
    return { method: "subscriptions/listen", exchange: stream.exchange, outcome: "unreachable" };
  return answerOf(
    "subscriptions/listen",
    message === "timeout" ? { ...exchange, outcome: "timeout" } : exchange,
    jsonOf(message),
  );
}

function jsonOf(message: ReceivedMessage | "timeout" | "ended"): JsonObject | undefined {
  const json = typeof message === "string" ? undefined : message.json;
  return json as JsonObject | undefined;
}

function answerOf(method: ProbedMethod, exchange: Exchange, message: JsonObject | undefined): ProbeAnswer {
  const { number, outcome, status, problem } = exchange;
  return {
    method,
    exchange: number,
    outcome,
    ...(status === undefined ? {} : { status }),
    ...(message === undefined ? {} : { message }),
    ...(problem === undefined ? {} : { problem }),
  };
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

async function listenEmpty({ host, connection, negotiated }: PackContext<TasksOptions>): Promise<ProbeAnswer> {
  const spec = declared(negotiated, { method: "subscriptions/listen", params: { notifications: {} } });
  return firstOfListen(host, connection, spec);
}

/** The task can be read, declared. It is asked at the server's interval, and again while the server says "later". */
async function isReadable(context: PackContext<TasksOptions>, taskId: string, pauseMs: number): Promise<boolean> {
  const { host, connection, negotiated, options } = context;
  const deadline = deadlineIn(options.pollTimeoutMs);
  const request = taskRequest(negotiated, "tasks/get", { taskId }, options.roles.task);
  for (;;) {
    await waitFor(host, pauseMs, deadline);
    const exchange = await withBackOff(host, deadline, () => host.exchange(connection, request));
    const { kind } = readPoll(exchange, taskId);
    if (kind !== "later" || deadline.remainingMs() === 0) return kind === "task";
  }
}
