import {
  at,
  defineFixture,
  isObject,
  type Json,
  type JsonObject,
  META,
  member,
  type PackContext,
  type Stream,
} from "@mcptest/pack";
import type { Attempt } from "./attempt.js";
import { deadlineIn, longestWait } from "./back-off.js";
import { callTool } from "./call.js";
import type { TasksOptions } from "./options.js";
import { follow, type Life } from "./poll.js";
import { cancelProvoked, type Provoked, provoked, provokedBy } from "./provoke.js";
import { declared } from "./requests.js";

/** Milliseconds for the first message of a listen, and for what comes after the task was read as ended. */
const FIRST_MS = 5_000;
const LAST_MS = 250;
/** Messages of one stream that are read. */
const MOST_MESSAGES = 1_000;

/** A task of its own that was listened to while it ran. */
export interface WatchedTask {
  taskId: string;
  call: Provoked;
  life: Life;
  /** Exchange number of the listen. */
  listen: number;
  /** What came on its stream, in order. */
  messages: Json[];
}

/**
 * One more call of the `task` role's tool, with a progress token and a log level, whose task is listened to while other
 * tasks of this run are not (I43 to I46).
 */
export const watchedTask = defineFixture<Attempt<WatchedTask>, { call: typeof provoked }, TasksOptions>({
  name: "watched task",
  timeoutMs: longestWait,
  needs: { call: provoked },
  async prepare({ call }, context) {
    if (call.problem !== undefined) return { problem: call.problem };
    if (call.value.reading?.kind !== "task") return { problem: call.value.noTask };
    const made = await callTool(context, call.value.call.candidate, {
      change: (request) => ({
        ...request,
        meta: { progressToken: "mcptest-progress", [META.logLevel]: "debug" },
      }),
    });
    const own = provokedBy(made, [], context);
    const { reading } = own;
    if (reading?.kind !== "task" || reading.taskId === undefined) return { problem: own.noTask };
    const { taskId } = reading;
    const { host, connection, negotiated } = context;
    const params = { notifications: { taskIds: [taskId] } };
    const stream = await host.listen(connection, declared(negotiated, { method: "subscriptions/listen", params }));
    const messages: Json[] = [];
    const reader = readAll(context, stream, messages);
    const life = await follow(context, { taskId, call: own });
    await Promise.race([reader, host.sleep(LAST_MS)]);
    await host.close(stream);
    await reader;
    return { value: { taskId, call: own, life, listen: stream.exchange, messages } };
  },
  async teardown(attempt, context) {
    if (attempt.value !== undefined) await cancelProvoked({ value: attempt.value.call }, context);
  },
});

/** Reads a stream until it ends or is closed. */
async function readAll({ host, options }: PackContext<TasksOptions>, stream: Stream, messages: Json[]): Promise<void> {
  const deadline = deadlineIn(options.pollTimeoutMs + FIRST_MS);
  while (messages.length < MOST_MESSAGES) {
    const next = await host.next(stream, deadline.remainingMs());
    if (typeof next === "string") return;
    if (next.json !== undefined) messages.push(next.json);
  }
}

/** The `taskIds` that the acknowledgement on a listen agreed to; `undefined` without an acknowledgement. */
export function agreedIds(messages: readonly Json[]): Json[] | undefined {
  const ack = messages.find((one) => member(one, "method") === "notifications/subscriptions/acknowledged");
  if (ack === undefined) return undefined;
  const ids = at(ack, "params", "notifications", "taskIds");
  return Array.isArray(ids) ? ids : [];
}

/** Params of the notifications about tasks. */
export function notifiedTasks(messages: readonly Json[]): JsonObject[] {
  return messages.flatMap((one) => {
    const params = member(one, "params");
    return member(one, "method") === "notifications/tasks" && isObject(params) ? [params] : [];
  });
}
