import type { JsonObject } from "@mcptest/pack";
import { ruleFaults } from "./groups.js";
import { onResult, onTask, without } from "./reshape.js";
import type { Fault } from "./types.js";

/** Hooks that change the tasks of one status wherever they are shown. */
function onStatus(status: string, change: (task: JsonObject) => JsonObject) {
  return onTask((task) => (task.status === status ? change(task) : task));
}

/** A member of a task is missing or has another type (I11). */
const members = ruleFaults(
  "modern",
  ["I11", "tasks-task-shape", "failed"],
  [
    {
      name: "created-at-missing",
      description: "No task object has createdAt",
      hooks: onTask((task) => without(task, "createdAt")),
    },
    {
      name: "created-at-number",
      description: "createdAt is a number of milliseconds",
      hooks: onTask((task) => ({ ...task, createdAt: 1_788_000_000_000 })),
    },
    {
      name: "last-updated-at-missing",
      description: "No task object has lastUpdatedAt",
      hooks: onTask((task) => without(task, "lastUpdatedAt")),
    },
    {
      name: "last-updated-at-missing-on-get",
      description: "The answer to tasks/get has no lastUpdatedAt; the task handle has it",
      hooks: onResult("tasks/get", (task) => without(task, "lastUpdatedAt")),
    },
    {
      name: "status-message-null",
      description: "statusMessage is null",
      hooks: onTask((task) => ({ ...task, statusMessage: null })),
    },
    {
      name: "status-message-object",
      description: "statusMessage is an object with a text",
      hooks: onTask((task) => ({ ...task, statusMessage: { text: String(task.statusMessage ?? "") } })),
    },
  ],
);

/** `createdAt` and `lastUpdatedAt` are no times (I13). */
const times = ruleFaults(
  "modern",
  ["I13", "tasks-timestamps", "failed"],
  [
    {
      name: "created-at-words",
      description: 'createdAt is "yesterday at noon"',
      hooks: onTask((task) => ({ ...task, createdAt: "yesterday at noon" })),
    },
    {
      name: "created-at-epoch-string",
      description: "createdAt is a number of milliseconds in a string",
      hooks: onTask((task) => ({ ...task, createdAt: "1788000000000" })),
    },
    {
      name: "last-updated-at-rfc-2822",
      description: "lastUpdatedAt is written as in a mail",
      hooks: onTask((task) => ({ ...task, lastUpdatedAt: "Tue, 01 Sep 2026 10:00:00 GMT" })),
    },
    {
      name: "last-updated-at-empty",
      description: "lastUpdatedAt is an empty string",
      hooks: onTask((task) => ({ ...task, lastUpdatedAt: "" })),
    },
  ],
);

/** Milliseconds of a day. */
const DAY_MS = 86_400_000;

function shifted(time: unknown, milliseconds: number): string {
  return new Date(Date.parse(String(time)) + milliseconds).toISOString();
}

/** Times that are times, and make no sense (I13). */
const oddTimes = ruleFaults(
  "modern",
  ["I13", "tasks-timestamps", "warning"],
  [
    {
      name: "times-without-zone",
      description: "createdAt and lastUpdatedAt have no zone",
      hooks: onTask((task) => ({
        ...task,
        createdAt: String(task.createdAt).replace("Z", ""),
        lastUpdatedAt: String(task.lastUpdatedAt).replace("Z", ""),
      })),
    },
    {
      name: "last-updated-before-created",
      description: "lastUpdatedAt is a day before the task was created",
      hooks: onTask((task) => ({ ...task, lastUpdatedAt: shifted(task.lastUpdatedAt, -DAY_MS) })),
    },
    {
      name: "created-at-moves",
      description: "createdAt is the time of the answer",
      hooks: () => {
        let answers = 0;
        return onTask((task) => {
          answers += 1;
          const createdAt = shifted(task.createdAt, -answers * 1000);
          return { ...task, createdAt };
        });
      },
    },
    {
      name: "last-updated-goes-back",
      description: "Each answer has a lastUpdatedAt one second before that of the answer before",
      hooks: () => {
        let answers = 0;
        return onTask((task) => {
          answers += 1;
          return {
            ...task,
            createdAt: shifted(task.createdAt, -DAY_MS),
            lastUpdatedAt: shifted(task.lastUpdatedAt, -answers * 1000),
          };
        });
      },
    },
  ],
);

/** `status` is none of the five (I14). */
const statuses = ruleFaults(
  "modern",
  ["I14", "tasks-status-enum", "failed"],
  [
    {
      name: "status-running",
      description: 'A task at work has status "running"',
      hooks: onStatus("working", (task) => ({ ...task, status: "running" })),
    },
    {
      name: "status-upper-case",
      description: 'A task at work has status "WORKING"',
      hooks: onStatus("working", (task) => ({ ...task, status: "WORKING" })),
    },
    {
      name: "status-canceled",
      description: 'A cancelled task has status "canceled"',
      hooks: onStatus("cancelled", (task) => ({ ...task, status: "canceled" })),
    },
    {
      name: "status-input-required-hyphen",
      description: 'A task that waits for input has status "input-required"',
      hooks: onStatus("input_required", (task) => ({ ...task, status: "input-required" })),
    },
  ],
);

/** The answer to `tasks/get` has another `resultType` than `complete` (I18). */
const getResultTypes = ruleFaults(
  "modern",
  ["I18", "tasks-get-result-type", "failed"],
  [
    {
      name: "get-result-type-task",
      description: 'tasks/get answers with resultType "task", as two examples of the specification do',
      hooks: onResult("tasks/get", (result) => ({ ...result, resultType: "task" })),
    },
    {
      name: "get-result-type-missing",
      description: "tasks/get answers without resultType",
      hooks: onResult("tasks/get", (result) => without(result, "resultType")),
    },
    {
      name: "get-result-type-input-required",
      description: 'tasks/get answers with resultType "input_required" while the task waits for input',
      hooks: onResult("tasks/get", (result) =>
        result.status === "input_required" ? { ...result, resultType: "input_required" } : result,
      ),
    },
    {
      name: "get-result-type-task-until-ended",
      description: 'tasks/get answers with resultType "task" until the task has ended',
      hooks: onResult("tasks/get", (result) =>
        result.status === "working" ? { ...result, resultType: "task" } : result,
      ),
    },
  ],
);

const ENVELOPE = ["resultType", "_meta"];

/** `tasks/get` lacks what belongs to the status, or gives another task (I19). */
const payloads = ruleFaults(
  "modern",
  ["I19", "tasks-get-status-payload", "failed"],
  [
    {
      name: "get-nested-task",
      description: "tasks/get gives the task in result.task",
      hooks: onResult("tasks/get", ({ resultType = "complete", _meta = {}, ...task }) => ({
        resultType,
        task: without(task, ...ENVELOPE),
        _meta,
      })),
    },
    {
      name: "get-other-task-id",
      description: "tasks/get gives another taskId than it was asked for, once the task has ended",
      hooks: onResult("tasks/get", (result) =>
        ["completed", "failed", "cancelled"].includes(String(result.status))
          ? { ...result, taskId: "another-task" }
          : result,
      ),
    },
    {
      name: "input-requests-missing",
      description: "A task that waits for input has no inputRequests",
      hooks: onStatus("input_required", (task) => without(task, "inputRequests")),
    },
    {
      name: "input-requests-array",
      description: "inputRequests is an array",
      hooks: onStatus("input_required", (task) => ({
        ...task,
        inputRequests: Object.values(task.inputRequests as JsonObject),
      })),
    },
    {
      name: "failed-without-error",
      description: "A failed task has no error",
      hooks: onStatus("failed", (task) => without(task, "error")),
    },
  ],
);

/** Faults of the members of a task and of the answer to `tasks/get`. */
export const shapeFaults: Fault[] = [...members, ...times, ...oddTimes, ...statuses, ...getResultTypes, ...payloads];
