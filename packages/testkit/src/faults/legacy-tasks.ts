import { setTimeout as delay } from "node:timers/promises";
import { type Era, isObject, type JsonObject, META } from "@mcptest/pack";
import type { Hooks } from "../server/hooks.js";
import { ruleFaults, tasks } from "./groups.js";
import { onLegacyTask, onResult, without } from "./reshape.js";
import { counter, ids } from "./tasks-identity.js";
import type { Fault } from "./types.js";

const ENDED = ["completed", "failed", "cancelled"];
const own = (era: Era) => era === "legacy";

/** Hooks that change the created task. */
function onCreated(change: (task: JsonObject) => JsonObject): Hooks {
  return onResult("tools/call", (result) =>
    isObject(result.task) ? { ...result, task: change(result.task) } : result,
  );
}

/** Hooks that change the answer to `tasks/get`. */
function onGet(change: (task: JsonObject) => JsonObject): Hooks {
  return onResult("tasks/get", change);
}

/** A task begins late or in another status (H06, H07). */
const beginnings = [
  ...ruleFaults(
    "legacy",
    ["H06", "tasks-legacy-create-result", "warning"],
    [
      {
        name: "legacy-create-late",
        description: "A task is returned only when three jobs could have been done",
        hooks: ({ jobMs }) => ({
          async around(call, next) {
            const outcome = await next();
            const result = isObject(outcome.message) ? outcome.message.result : undefined;
            if (call.method === "tools/call" && isObject(result) && isObject(result.task)) {
              await delay(jobMs * 3, undefined, { signal: call.signal, ref: false }).catch(() => {});
            }
            return outcome;
          },
        }),
      },
    ],
  ),
  ...ruleFaults(
    "legacy",
    ["H07", "tasks-legacy-initial-status", "failed"],
    [
      {
        name: "legacy-create-pending",
        description: 'A created task has status "pending"',
        hooks: onCreated((task) => ({ ...task, status: "pending" })),
      },
      {
        name: "legacy-create-completed-at-once",
        description: "A created task is completed, and was never updated",
        hooks: onCreated((task) => ({ ...task, status: "completed", lastUpdatedAt: task.createdAt ?? "" })),
      },
      {
        name: "legacy-create-completed",
        description: "A created task is completed, with a later lastUpdatedAt",
        owner: { rule: "H07", check: "tasks-legacy-initial-status", verdict: "warning" },
        hooks: onCreated((task) => ({
          ...task,
          status: "completed",
          lastUpdatedAt: new Date(Date.parse(String(task.createdAt)) + 5).toISOString(),
        })),
      },
    ],
  ),
];

/** Two tasks have the same id (H08), or ids can be guessed (H26). */
const identifiers = [
  ...ruleFaults(
    "legacy",
    ["H08", "tasks-legacy-task-id", "failed"],
    [
      {
        name: "legacy-id-shared-while-running",
        description: "A second call of a tool that is still running gives the task of the first",
        hooks: tasks({ joins: own }),
      },
    ],
  ),
  ...ruleFaults(
    "legacy",
    ["H26", "tasks-legacy-auth-binding", "warning"],
    [
      {
        name: "legacy-id-counter",
        description: "Task ids are numbers that count up, behind a prefix",
        transports: ["stdio"],
        hooks: ids("legacy", () => counter("task-of-this-server-")),
      },
      {
        name: "legacy-list-for-everybody",
        description: "tasks.list is declared to clients that nobody has authorized",
        transports: ["stdio"],
        hooks: tasks({ legacyList: "always" }),
      },
    ],
  ),
];

/** Hooks that change what `tasks/get` says of an ended task, by how often it has said so before. */
function onRepeated(change: (task: JsonObject, before: number) => JsonObject): () => Hooks {
  return () => {
    const times = new Map<unknown, number>();
    return onGet((task) => {
      if (!ENDED.includes(String(task.status))) return task;
      const before = times.get(task.taskId) ?? 0;
      times.set(task.taskId, before + 1);
      return change(task, before);
    });
  };
}

/** A terminal status changes (H09). */
const transitions = ruleFaults(
  "legacy",
  ["H09", "tasks-legacy-transitions", "failed"],
  [
    {
      name: "legacy-completed-turns-failed",
      description: "A completed task is failed when it is read again",
      hooks: onRepeated((task, before) =>
        before > 0 && task.status === "completed" ? { ...task, status: "failed", statusMessage: "Lost" } : task,
      ),
    },
    {
      name: "legacy-completed-works-again",
      description: "A completed task is working once more when it is read again",
      hooks: onRepeated((task, before) =>
        before === 1 && task.status === "completed" ? { ...task, status: "working" } : task,
      ),
    },
  ],
);

/** `createdAt` and `lastUpdatedAt` are missing or no times (H10). */
const times = ruleFaults(
  "legacy",
  ["H10", "tasks-legacy-timestamps", "failed"],
  [
    {
      name: "legacy-created-at-missing",
      description: "No task object has createdAt",
      hooks: onLegacyTask((task) => without(task, "createdAt")),
    },
    {
      name: "legacy-last-updated-at-missing",
      description: "No task object has lastUpdatedAt",
      hooks: onLegacyTask((task) => without(task, "lastUpdatedAt")),
    },
    {
      name: "legacy-last-updated-at-missing-on-get",
      description: "The answer to tasks/get has no lastUpdatedAt; the created task has it",
      hooks: onGet((task) => without(task, "lastUpdatedAt")),
    },
    {
      name: "legacy-created-at-number",
      description: "createdAt is a number of milliseconds",
      hooks: onLegacyTask((task) => ({ ...task, createdAt: 1_788_000_000_000 })),
    },
    {
      name: "legacy-created-at-words",
      description: 'createdAt is "yesterday at noon"',
      hooks: onLegacyTask((task) => ({ ...task, createdAt: "yesterday at noon" })),
    },
  ],
);

/** A task object is none (H33). */
const shapes = ruleFaults(
  "legacy",
  ["H33", "tasks-legacy-task-shape", "failed"],
  [
    {
      name: "legacy-get-without-task-id",
      description: "The answer to tasks/get has no taskId",
      hooks: onGet((task) => without(task, "taskId")),
    },
    {
      name: "legacy-get-numeric-task-id",
      description: "The taskId in the answer to tasks/get is a number",
      hooks: onGet((task) => ({ ...task, taskId: 7 })),
    },
    {
      name: "legacy-get-status-running",
      description: 'A task at work has status "running" in the answer to tasks/get',
      hooks: onGet((task) => (task.status === "working" ? { ...task, status: "running" } : task)),
    },
    {
      name: "legacy-cancel-status-canceled",
      description: 'A cancelled task has status "canceled" when it is read afterwards',
      hooks: onGet((task) => (task.status === "cancelled" ? { ...task, status: "canceled" } : task)),
    },
    {
      name: "legacy-list-object",
      description: "tasks/list gives its tasks in an object by id",
      transports: ["http"],
      hooks: onResult("tasks/list", (result) => ({
        ...result,
        tasks: Object.fromEntries((result.tasks as JsonObject[]).map((task) => [String(task.taskId), task])),
      })),
    },
  ],
);

/** Hooks that put related-task into these results. */
function related(...methods: string[]): Hooks {
  return onResult(methods, (result, call) => ({
    ...result,
    _meta: { [META.relatedTask]: { taskId: String(result.taskId ?? call.params.taskId ?? "none") } },
  }));
}

/** A result carries related-task that should not (H16). */
const omitted = ruleFaults(
  "legacy",
  ["H16", "tasks-legacy-related-task-omitted", "warning"],
  [
    {
      name: "legacy-related-task-on-get",
      description: "The answer to tasks/get carries related-task",
      hooks: related("tasks/get"),
    },
    {
      name: "legacy-related-task-on-cancel",
      description: "The answer to tasks/cancel carries related-task",
      hooks: related("tasks/cancel"),
    },
    {
      name: "legacy-related-task-on-list",
      description: "The answer to tasks/list carries related-task",
      transports: ["http"],
      hooks: related("tasks/list"),
    },
    {
      name: "legacy-related-task-on-status",
      description: "notifications/tasks/status carries related-task",
      hooks: tasks({
        statusNotification: (shown, task) => ({ ...shown, _meta: { [META.relatedTask]: { taskId: task.id } } }),
      }),
    },
  ],
);

/** Faults of the task objects of the 2025-11-25 wire. */
export const legacyTaskFaults: Fault[] = [
  ...beginnings,
  ...identifiers,
  ...transitions,
  ...times,
  ...shapes,
  ...omitted,
];
