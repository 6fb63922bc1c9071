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
  sentJson,
} from "@mcptest/pack";
import type { Attempt } from "./attempt.js";
import { deadlineIn, longestWait } from "./back-off.js";
import { callTool } from "./call.js";
import type { TasksOptions } from "./options.js";
import { follow } from "./poll.js";
import { cancelProvoked, type Provoked, provoked, provokedBy } from "./provoke.js";
import { recordOf } from "./record.js";
import { declared } from "./requests.js";

/** Milliseconds for the first message of a listen, and for what comes after the task was read as ended. */
const FIRST_MS = 5_000;
const LAST_MS = 250;
/** Messages of one stream that are read. */
const MOST_MESSAGES = 1_000;

/** What was recorded of a task that was listened to while it ran. */
export interface WatchedRecord {
  taskId: string;
  /** Exchange number of the listen. */
  listen: number;
  /** What came on its stream, in order. */
  messages: Json[];
}

/**
 * One more call of the `task` role's tool, with a progress token and a log level, whose task is listened to while other
 * tasks of this run are not (I43 to I46).
 */
export const watchedTask = defineFixture<Attempt<Provoked>, { call: typeof provoked }, TasksOptions>({
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
    const reader = readAll(context, stream);
    await follow(context, { taskId, call: own });
    await Promise.race([reader, host.sleep(LAST_MS)]);
    await host.close(stream);
    await reader;
    return { value: own };
  },
  teardown: cancelProvoked,
});

/** What was recorded of the watched task, where it was listened to. */
export async function watchedRecord(context: Pick<PackContext, "host">): Promise<WatchedRecord | undefined> {
  const listen = (await recordOf(context, watchedTask)).find(({ method }) => method === "subscriptions/listen");
  const taskId = listen && at(sentJson(listen), "params", "notifications", "taskIds", 0);
  if (listen === undefined || typeof taskId !== "string") return undefined;
  return { taskId, listen: listen.number, messages: listen.messages.flatMap(({ json }) => json ?? []) };
}

/** Reads a stream until it ends or is closed. */
async function readAll({ host, options }: PackContext<TasksOptions>, stream: Stream): Promise<void> {
  const deadline = deadlineIn(options.pollTimeoutMs + FIRST_MS);
  for (let count = 0; count < MOST_MESSAGES; count++)
    if (typeof (await host.next(stream, deadline.remainingMs())) === "string") return;
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
