import { randomUUID } from "node:crypto";
import {
  type Connection,
  defineFixture,
  type Exchange,
  type JsonObject,
  member,
  type PackContext,
  type PackHost,
  type ReceivedMessage,
  type RequestSpec,
} from "@mcptest/pack";
import type { Attempt } from "./attempt.js";
import { deadlineIn, withBackOff } from "./back-off.js";
import type { TasksOptions } from "./options.js";
import { life, readPoll } from "./poll.js";
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
  /** Whether the task could be read, declared, after them. */
  stillThere: boolean;
  /** The answer to a declared listen with an empty filter, asked when the undeclared one was not refused as it should. */
  emptyListen?: ProbeAnswer;
  /** Exchange numbers of the declared reads before and after. */
  reads: number[];
}

/** Milliseconds for the first message of a listen. */
const LISTEN_TIMEOUT_MS = 5_000;

/**
 * The undeclared requests (I37) about the task whose life has been read. They come after everything that reads the task
 * (`life`, `storedResult`), so that one of them that is wrongly served spoils nothing.
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
    const { taskId, reads, problem } = lived.value;
    if (reads.length === 0) return { problem: problem ?? { reason: "the task never became readable" } };
    const before = await readDeclared(context, taskId);
    if (!before.there) return { problem: { reason: goneBefore(taskId), evidence: [before.exchange.number] } };
    const answers = await Promise.all(probesOf(taskId, context).map(({ method, spec }) => ask(context, method, spec)));
    const after = await readDeclared(context, taskId);
    const needsTwin = answers.some((answer) => answer.method === "subscriptions/listen" && wantsTwin(answer));
    return {
      value: {
        answers,
        stillThere: after.there,
        ...(needsTwin ? { emptyListen: await listenEmpty(context) } : {}),
        reads: [before.exchange.number, after.exchange.number],
      },
    };
  },
});

function goneBefore(taskId: string): string {
  return `the task ${taskId.slice(0, 80)} could not be read any more when the undeclared requests were about to be sent; give tasks a longer ttl`;
}

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

async function ask(
  { host, connection, options }: PackContext<TasksOptions>,
  method: ProbedMethod,
  spec: RequestSpec,
): Promise<ProbeAnswer> {
  if (method === "subscriptions/listen") return firstOfListen(host, connection, spec);
  const exchange = await withBackOff(host, deadlineIn(options.pollTimeoutMs), () => host.exchange(connection, spec));
  return answerOf(method, exchange, exchange.response);
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

/** A listen that was neither served nor refused with the right code: perhaps there is no listen at all (J8). */
function wantsTwin({ message, status }: ProbeAnswer): boolean {
  return member(member(message, "error"), "code") === -32601 || (message === undefined && status === 404);
}

async function listenEmpty({ host, connection, negotiated }: PackContext<TasksOptions>): Promise<ProbeAnswer> {
  const spec = declared(negotiated, { method: "subscriptions/listen", params: { notifications: {} } });
  return firstOfListen(host, connection, spec);
}

async function readDeclared(
  { host, connection, negotiated, options }: PackContext<TasksOptions>,
  taskId: string,
): Promise<{ there: boolean; exchange: Exchange }> {
  const request = taskRequest(negotiated, "tasks/get", { taskId }, options.roles.task);
  const exchange = await withBackOff(host, deadlineIn(options.pollTimeoutMs), () => host.exchange(connection, request));
  return { there: readPoll(exchange, taskId).kind === "task", exchange };
}
