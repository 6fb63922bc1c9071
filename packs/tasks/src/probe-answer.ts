import {
  at,
  type Exchange,
  isObject,
  type JsonObject,
  META,
  member,
  type PackContext,
  type PackHost,
  type RequestSpec,
  type Stream,
  unavailable,
} from "@mcptest/pack";
import { type Deadline, deadlineIn, waitFor, withBackOff } from "./back-off.js";
import type { TasksOptions } from "./options.js";
import { isPassingError } from "./poll.js";

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

/** Milliseconds for the message that decides about a listen. */
const LISTEN_TIMEOUT_MS = 5_000;
/** Messages of a listen that are looked at for it. */
const MOST_MESSAGES = 100;
/** Milliseconds before a request that met a passing error is sent once more. */
const PAUSE_MS = 100;

/** Sends one request about a task and gives the first answer. While the server limits the rate it is sent again. */
export async function firstAnswer(
  context: PackContext<TasksOptions>,
  method: ProbedMethod,
  spec: RequestSpec,
): Promise<ProbeAnswer> {
  const deadline = deadlineIn(context.options.pollTimeoutMs);
  return method === "subscriptions/listen"
    ? await firstOfListen(context, spec, deadline)
    : await firstResponse(context, method, spec, deadline);
}

/** An error that may pass, of a server that is busy or limits the rate in its own way, is answered by asking once more. */
async function firstResponse(
  { host, connection }: PackContext<TasksOptions>,
  method: ProbedMethod,
  spec: RequestSpec,
  deadline: Deadline,
): Promise<ProbeAnswer> {
  const send = () => withBackOff(host, deadline, () => host.exchange(connection, spec));
  const first = await send();
  if (!isPassingError(first)) return answerOf(method, first, messageOf(first));
  await waitFor(host, PAUSE_MS, deadline);
  const second = await send();
  return answerOf(method, second, messageOf(second));
}

/** The response; over HTTP also the one body that came, whose id is another check's business (A05). */
export function messageOf({ response, messages }: Exchange): JsonObject | undefined {
  const body = messages.find(({ via }) => via === "body")?.json;
  return response ?? (isObject(body) && decides(body) ? body : undefined);
}

/** Opens a listen, reads it up to the message that says whether it is served, and closes it. */
async function firstOfListen(
  { host, connection }: PackContext<TasksOptions>,
  spec: RequestSpec,
  deadline: Deadline,
): Promise<ProbeAnswer> {
  const first: { message?: JsonObject | "timeout" | "ended" } = {};
  const exchange = await withBackOff(host, deadline, async () => {
    const stream = await host.listen(connection, spec);
    first.message = await decidingMessage(host, stream);
    await host.close(stream);
    return await recorded(host, stream);
  });
  const { message } = first;
  const seen = message === "timeout" ? { ...exchange, outcome: "timeout" as const } : exchange;
  return answerOf("subscriptions/listen", seen, isObject(message) ? message : undefined);
}

/** The first message that answers a listen or comes through it. Others, such as a log message, say nothing about it. */
async function decidingMessage(host: PackHost, stream: Stream): Promise<JsonObject | "timeout" | "ended"> {
  const deadline = deadlineIn(LISTEN_TIMEOUT_MS);
  for (let count = 0; count < MOST_MESSAGES; count++) {
    const next = await host.next(stream, deadline.remainingMs());
    if (typeof next === "string") return next;
    if (isObject(next.json) && decides(next.json)) return next.json;
  }
  return "timeout";
}

/** A response, the acknowledgement, a change of a task, or whatever else carries the id of a subscription. */
function decides(message: JsonObject): boolean {
  if (member(message, "result") !== undefined || member(message, "error") !== undefined) return true;
  const method = member(message, "method");
  if (method === "notifications/subscriptions/acknowledged" || method === "notifications/tasks") return true;
  return at(message, "params", "_meta", META.subscriptionId) !== undefined;
}

async function recorded(host: PackHost, stream: Stream): Promise<Exchange> {
  const [exchange] = await host.transcript({ after: stream.exchange - 1, method: "subscriptions/listen" });
  if (exchange?.number === stream.exchange) return exchange;
  throw unavailable(`exchange ${stream.exchange} is not in the record`, { origin: "host" });
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
