import {
  type Connection,
  type Exchange,
  isUnavailable,
  type JsonObject,
  member,
  type PackContext,
  resultOf,
  type ServerRequest,
} from "@mcptest/pack";
import type { Attempt } from "./attempt.js";
import { legacyAnswer } from "./legacy-answers.js";
import type { RoleName } from "./names.js";
import type { TasksOptions } from "./options.js";
import { inputCapabilities, taskRequest } from "./requests.js";

/** Milliseconds after which a task that asks and says that it is working is read once more, before it is answered. */
const SETTLE_MS = 50;
/** Milliseconds after an answer, without another question, after which the task is read. */
const LEAVE_MS = 100;
/** Milliseconds of one wait for the next question. */
const PATIENCE_MS = 2 ** 31 - 1;
/** Questions of one connection that are answered. */
const MOST_QUESTIONS = 100;

/** One request of the server, and what was read of the task around its answer. Times are those of `performance.now()`. */
export interface Question {
  request: ServerRequest;
  cameAt: number;
  /** Statuses in `tasks/get` while the question was open, with the exchanges that show them. */
  open: { status: unknown; exchange: number }[];
  answeredAt?: number;
  /** The same once the answer was given and nothing else had been asked for a while. */
  after?: { status: unknown; exchange: number; readAt: number };
}

/** 2025-11-25: a connection on which the tool of one role alone is called, and its questions are answered. */
export interface OwnConnection {
  connection: Connection;
  /** In order; grows while the connection is open. */
  questions: Question[];
  /** The task that the call made, once it is known. */
  taskId?: string;
}

/** How such a connection opens. */
export interface OwnConnectionOptions {
  role: RoleName;
  /** Client capabilities besides the kinds of input that the role has answers for. */
  capabilities?: JsonObject;
  /** Which rule those break on purpose. */
  defect?: string;
}

/**
 * Opens a connection of its own for the tool of a role. Where the role has answers, its `initialize` declares the kinds of
 * input, and what the server asks is answered from then on, until the connection is closed.
 */
export async function openOwnConnection(
  context: PackContext<TasksOptions>,
  { role, capabilities = {}, defect }: OwnConnectionOptions,
): Promise<Attempt<OwnConnection>> {
  const kinds = inputCapabilities(context.options.roles[role]);
  const declared = { ...kinds, ...capabilities };
  const tag = defect === undefined ? {} : { defect };
  try {
    const connection = await context.host.open({
      fresh: true,
      ...(Object.keys(declared).length > 0 ? { capabilities: declared } : {}),
      ...(kinds === undefined ? {} : { takeRequests: true }),
      ...tag,
    });
    const own: OwnConnection = { connection, questions: [] };
    if (kinds !== undefined) void answerAll({ ...context, connection }, own, role).catch(() => {});
    return { value: own };
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    return { problem: { reason: error.message, origin: error.origin, evidence: [...(error.evidence ?? [])] } };
  }
}

/** Answers what the server asks, one after the other, until the connection or the preparation that it belongs to ends. */
async function answerAll(context: PackContext<TasksOptions>, own: OwnConnection, role: RoleName): Promise<void> {
  let answered: Question | undefined;
  while (own.questions.length < MOST_QUESTIONS) {
    const next = await context.host.nextRequest(own.connection, answered ? LEAVE_MS : PATIENCE_MS);
    if (next === "ended") return;
    if (next !== "timeout") answered = await meet(context, own, next, role);
    else if (answered !== undefined) {
      const after = await statusNow(context, own, role);
      if (after !== undefined) answered.after = { ...after, readAt: performance.now() };
      answered = undefined;
    }
  }
}

async function meet(
  context: PackContext<TasksOptions>,
  own: OwnConnection,
  request: ServerRequest,
  role: RoleName,
): Promise<Question> {
  const question: Question = { request, cameAt: performance.now(), open: [] };
  own.questions.push(question);
  if (isInput(request)) {
    const first = await statusNow(context, own, role);
    if (first !== undefined) question.open.push(first);
    if (first?.status === "working") {
      await context.host.sleep(SETTLE_MS);
      const second = await statusNow(context, own, role);
      if (second !== undefined) question.open.push(second);
    }
  }
  const { answer } = legacyAnswer(request, context.options.roles[role]?.inputResponses);
  await context.host.respond(own.connection, request, answer);
  question.answeredAt = performance.now();
  return question;
}

/** A request that asks a person or a model, and is no question about the client itself. */
export function isInput({ method }: Pick<ServerRequest, "method">): boolean {
  return method === "elicitation/create" || method === "sampling/createMessage";
}

/** The status that `tasks/get` shows, where the task is known and can be read. */
async function statusNow(
  { host, negotiated, options }: PackContext<TasksOptions>,
  { connection, taskId }: OwnConnection,
  role: RoleName,
): Promise<{ status: unknown; exchange: number } | undefined> {
  if (taskId === undefined) return undefined;
  const request = taskRequest(negotiated, "tasks/get", { taskId }, options.roles[role]);
  const exchange: Exchange = await host.exchange(connection, request);
  const status = member(resultOf(exchange), "status");
  return typeof status === "string" ? { status, exchange: exchange.number } : undefined;
}
