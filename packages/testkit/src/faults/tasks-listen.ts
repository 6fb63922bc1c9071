import { randomUUID } from "node:crypto";
import { isObject, type JsonObject, META } from "@mcptest/pack";
import type { Hooks } from "../server/hooks.js";
import { declaresTasks } from "../tasks/declared.js";
import { ruleFaults, tasks } from "./groups.js";
import { onNotification, without } from "./reshape.js";
import type { Fault } from "./types.js";

const NOTIFICATION = "notifications/tasks";
const ACKNOWLEDGED = "notifications/subscriptions/acknowledged";

/** Hooks that change what a subscription says about a task. */
function onShown(change: (params: JsonObject) => JsonObject): Hooks {
  return onNotification(NOTIFICATION, change);
}

/** Hooks that send a message of their own ahead of each notification about a task. */
function besides(message: (params: JsonObject) => JsonObject): Hooks {
  return {
    around(call, next) {
      const { emit } = call;
      call.emit = (given) => {
        if (given.method === NOTIFICATION) emit(message(given.params as JsonObject));
        emit(given);
      };
      return next();
    },
  };
}

/** A notification about a task that was not asked for (I43). */
const unasked = ruleFaults(
  "modern",
  ["I43", "tasks-notify-only-subscribed", "failed"],
  [
    {
      name: "notify-unsubscribed",
      description: "A subscription to one task is told about all tasks of its caller",
      hooks: tasks({ notifies: () => true }),
    },
    {
      name: "notify-before-acknowledgement",
      description: "A subscription tells about its tasks before it is acknowledged",
      hooks: tasks({ notifiesAhead: true }),
    },
    {
      name: "notify-on-get",
      description: "The stream of tasks/get carries a notification about the task ahead of the answer",
      hooks: {
        async around(call, next) {
          const outcome = await next();
          const result = isObject(outcome.message) ? outcome.message.result : undefined;
          if (call.method === "tasks/get" && isObject(result)) {
            call.emit({ jsonrpc: "2.0", method: NOTIFICATION, params: without(result, "resultType", "_meta") });
          }
          return outcome;
        },
      },
    },
  ],
);

function metaOf(params: JsonObject): JsonObject {
  return isObject(params._meta) ? params._meta : {};
}

/** A notification about a task is no complete task (I44). */
const shapes = ruleFaults(
  "modern",
  ["I44", "tasks-notify-shape", "failed"],
  [
    {
      name: "notify-without-payload",
      description: "Notifications about tasks have neither result, error nor inputRequests",
      hooks: onShown((params) => without(params, "result", "error", "inputRequests")),
    },
    {
      name: "notify-nested-task",
      description: "Notifications about tasks have the task in params.task",
      hooks: onShown(({ _meta = {}, ...task }) => ({ _meta, task })),
    },
    {
      name: "notify-id-and-status",
      description: "Notifications about tasks have only taskId and status",
      hooks: onShown(({ _meta = {}, taskId = "", status = "" }) => ({ _meta, taskId, status })),
    },
    {
      name: "notify-without-subscription-id",
      description: "Notifications about tasks do not say which subscription they belong to",
      transports: ["http"],
      hooks: onShown((params) => ({ ...params, _meta: without(metaOf(params), META.subscriptionId) })),
    },
    {
      name: "notify-subscription-id-string",
      description: "The subscription id of notifications about tasks is a string where the request id is a number",
      transports: ["http"],
      hooks: onShown((params) => {
        const meta = metaOf(params);
        return { ...params, _meta: { ...meta, [META.subscriptionId]: String(meta[META.subscriptionId]) } };
      }),
    },
  ],
);

/** A notification says something else than `tasks/get` (I44). */
const disagreeing = ruleFaults(
  "modern",
  ["I44", "tasks-notify-shape", "warning"],
  [
    {
      name: "notify-other-result",
      description: "The result in a notification is not that of tasks/get",
      hooks: onShown((params) =>
        isObject(params.result)
          ? { ...params, result: { ...params.result, content: [{ type: "text", text: "See tasks/get." }] } }
          : params,
      ),
    },
    {
      name: "notify-other-created-at",
      description: "createdAt in notifications is another time than in tasks/get",
      hooks: onShown((params) => ({ ...params, createdAt: "2026-09-01T10:00:00Z" })),
    },
  ],
);

/** Hooks that change the ids that a subscription with `taskIds` acknowledges. */
function onAgreed(change: (ids: string[]) => string[]): Hooks {
  return onNotification(ACKNOWLEDGED, (params) => {
    const notifications = params.notifications as JsonObject;
    if (!Array.isArray(notifications.taskIds)) return params;
    return { ...params, notifications: { ...notifications, taskIds: change(notifications.taskIds as string[]) } };
  });
}

/** An acknowledgement names tasks that were not asked for (I45). */
const agreements = ruleFaults(
  "modern",
  ["I45", "tasks-listen-ack-task-ids", "failed"],
  [
    {
      name: "ack-another-task",
      description: "The acknowledgement names one more task than was asked for",
      hooks: onAgreed((ids) => [...ids, randomUUID()]),
    },
    {
      name: "ack-every-task",
      description: 'The acknowledgement names "*" instead of the tasks',
      hooks: onAgreed(() => ["*"]),
    },
  ],
);

function tagOf(params: JsonObject): JsonObject {
  return { [META.subscriptionId]: metaOf(params)[META.subscriptionId] ?? null };
}

/** Progress or log messages on the stream of a subscription (I46). */
const progress = ruleFaults(
  "modern",
  ["I46", "tasks-no-progress-on-listen", "failed"],
  [
    {
      name: "progress-on-listen",
      description: "A subscription to a task carries notifications/progress",
      hooks: besides((params) => ({
        jsonrpc: "2.0",
        method: "notifications/progress",
        params: { _meta: tagOf(params), progressToken: String(params.taskId), progress: 1, total: 2 },
      })),
    },
    {
      name: "log-on-listen",
      description: "A subscription to a task carries notifications/message",
      hooks: besides((params) => ({
        jsonrpc: "2.0",
        method: "notifications/message",
        params: { _meta: tagOf(params), level: "info", data: "The task has moved on" },
      })),
    },
  ],
);

/** The end of a subscription is answered with `resultType` `task` (I07). */
const ends = ruleFaults(
  "modern",
  ["I07", "tasks-result-type-reserved", "failed"],
  [
    {
      name: "listen-end-result-type-task",
      description: 'A subscription is acknowledged without its tasks and ended at once, with resultType "task"',
      hooks: {
        async around(call, next) {
          if (call.method !== "subscriptions/listen" || !declaresTasks(call)) return next();
          Object.assign(call, { params: { ...call.params, notifications: {} } });
          // The subscription itself stays until the server closes; nothing is sent for it any more.
          void next();
          const result = { resultType: "task", _meta: { [META.subscriptionId]: call.id } };
          return { status: 200, message: { jsonrpc: "2.0", id: call.id, result } };
        },
      },
    },
  ],
);

/** The namespace of the extension is used for another notification (I54). */
const namespace = ruleFaults(
  "modern",
  ["I54", "tasks-namespace-reserved", "warning"],
  [
    {
      name: "custom-task-notification-on-listen",
      description: "A subscription to a task carries notifications/tasks/output",
      hooks: besides((params) => ({
        jsonrpc: "2.0",
        method: "notifications/tasks/output",
        params: { _meta: tagOf(params), text: "One step is done" },
      })),
    },
  ],
);

/** Faults of subscriptions to tasks. */
export const listenFaults: Fault[] = [
  ...unasked,
  ...shapes,
  ...disagreeing,
  ...agreements,
  ...progress,
  ...ends,
  ...namespace,
];
