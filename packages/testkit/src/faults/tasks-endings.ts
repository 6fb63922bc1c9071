import { at, ERROR, isObject, type JsonObject, member } from "@mcptest/pack";
import type { Call, Outcome } from "../server/call.js";
import type { Hooks } from "../server/hooks.js";
import { declaresTasks } from "../tasks/declared.js";
import { cancelTask } from "../tasks/store.js";
import { isTerminal, nextChange, type Task } from "../tasks/task.js";
import { ruleFaults, tasks } from "./groups.js";
import { onCompleted, onResult, onTask, without } from "./reshape.js";
import type { Fault } from "./types.js";

const ENDED = ["completed", "failed", "cancelled"];

/** Hooks that change what `tasks/get` says of an ended task, by how often it has said so before. */
function onRepeated(change: (task: JsonObject, before: number) => JsonObject): () => Hooks {
  return () => {
    const times = new Map<unknown, number>();
    return onResult("tasks/get", (task) => {
      if (!ENDED.includes(String(task.status))) return task;
      const before = times.get(task.taskId) ?? 0;
      times.set(task.taskId, before + 1);
      return change(task, before);
    });
  };
}

/** A terminal status changes (I15). */
const transitions = ruleFaults(
  "modern",
  ["I15", "tasks-status-transitions", "failed"],
  [
    {
      name: "ended-turns-failed",
      description: "A completed task is failed when it is read again",
      hooks: onRepeated((task, before) => {
        if (before === 0 || task.status !== "completed") return task;
        const error = { code: ERROR.internal, message: "The result was lost" };
        return { ...without(task, "result"), status: "failed", statusMessage: "The result was lost", error };
      }),
    },
    {
      name: "ended-works-again",
      description: "An ended task is working once more when it is read again",
      hooks: onRepeated((task, before) =>
        before === 1 ? { ...without(task, "result", "error"), status: "working" } : task,
      ),
    },
    {
      name: "cancelled-turns-working",
      description: "A cancelled task is working again when it is read again",
      hooks: onRepeated((task, before) =>
        before > 0 && task.status === "cancelled" ? { ...task, status: "working" } : task,
      ),
    },
  ],
);

/** The first `tasks/get` does not find the task (I16). */
const durable = ruleFaults(
  "modern",
  ["I16", "tasks-durable-creation", "failed"],
  [
    {
      name: "first-get-not-found",
      description: "The first tasks/get of a task does not find it",
      hooks: () => notFoundWhile(firstOf(1)),
    },
    {
      name: "found-after-a-while",
      description: "The first three tasks/get of a task do not find it",
      hooks: () => notFoundWhile(firstOf(3)),
    },
  ],
);

/** Says of the first `count` requests about each task that they are such. */
function firstOf(count: number): (taskId: unknown) => boolean {
  const times = new Map<unknown, number>();
  return (taskId) => {
    const before = times.get(taskId) ?? 0;
    times.set(taskId, before + 1);
    return before < count;
  };
}

/** Hooks that answer a `tasks/get` of an existing task as if there was none. */
function notFoundWhile(hidden: (taskId: unknown) => boolean): Hooks {
  return {
    async around(call, next) {
      const outcome = await next();
      const found = isObject(member(outcome.message, "result"));
      if (call.method !== "tasks/get" || !found || !hidden(member(call.params, "taskId"))) return outcome;
      return notFound(call);
    },
  };
}

function notFound(call: Call): Outcome {
  const error = { code: ERROR.invalidParams, message: "Unknown task" };
  return { status: 200, message: { jsonrpc: "2.0", id: call.id, error } };
}

/** Hooks that change the error of a failed task. */
function onFailure(change: (error: JsonObject) => JsonObject): Hooks {
  return onTask((task) => (isObject(task.error) ? { ...task, error: change(task.error) } : task));
}

/** The error of a failed task is no JSON-RPC error (I21). */
const failures = ruleFaults(
  "modern",
  ["I21", "tasks-failed-error-shape", "failed"],
  [
    {
      name: "task-error-code-string",
      description: "The code of a failed task's error is a string",
      hooks: onFailure((error) => ({ ...error, code: String(error.code) })),
    },
    {
      name: "task-error-code-fraction",
      description: "The code of a failed task's error is 0.5",
      hooks: onFailure((error) => ({ ...error, code: 0.5 })),
    },
    {
      name: "task-error-without-code",
      description: "A failed task's error has no code",
      hooks: onFailure((error) => without(error, "code")),
    },
    {
      name: "task-error-without-message",
      description: "A failed task's error has no message",
      hooks: onFailure((error) => without(error, "message")),
    },
    {
      name: "failed-without-status-message",
      description: "A failed task has no statusMessage",
      owner: { rule: "I21", check: "tasks-failed-error-shape", verdict: "warning" },
      hooks: onTask((task) => (task.status === "failed" ? without(task, "statusMessage") : task)),
    },
  ],
);

/** Hooks that change a completed task whose result reports an error. */
function onToolError(change: (task: JsonObject, result: JsonObject) => JsonObject): Hooks {
  return onCompleted((task) => {
    const { result } = task;
    return isObject(result) && result.isError === true ? change(task, result) : task;
  });
}

/** A tool that reports an error does not complete with it (I22). */
const toolErrors = ruleFaults(
  "modern",
  ["I22", "tasks-iserror-is-completed", "failed"],
  [
    {
      name: "tool-error-failed",
      description: "A task whose tool reports an error is failed, with a JSON-RPC error",
      hooks: onToolError((task) => ({
        ...without(task, "result"),
        status: "failed",
        statusMessage: "The tool reported an error",
        error: { code: ERROR.internal, message: "The tool reported an error" },
      })),
    },
    {
      name: "tool-error-flag-lost",
      description: "The result of a task whose tool reports an error has no isError",
      hooks: onToolError((task, result) => ({ ...task, result: without(result, "isError") })),
    },
  ],
);

/** Hooks that give the inlined result another `resultType`. */
function inlinedType(resultType: string | null): Hooks {
  return onCompleted((task) => ({ ...task, result: { ...(task.result as JsonObject), resultType } }));
}

/** The inlined result has a `resultType` of its own making (I57). */
const inlinedTypes = ruleFaults(
  "modern",
  ["I57", "tasks-inlined-result-type", "warning"],
  [
    {
      name: "inlined-result-type-task",
      description: 'The inlined result has resultType "task"',
      hooks: inlinedType("task"),
    },
    {
      name: "inlined-result-type-tool",
      description: 'The inlined result has resultType "tool"',
      hooks: inlinedType("tool"),
    },
    {
      name: "inlined-result-type-null",
      description: "The inlined result has resultType null",
      hooks: inlinedType(null),
    },
  ],
);

/** A task is gone before its time (I50). */
const expiry = ruleFaults(
  "modern",
  ["I50", "tasks-no-early-expiry", "warning"],
  [
    {
      name: "gone-early",
      description: "A task is gone after seven tenths of its ttl, which is ten times a job, or three seconds if longer",
      hooks: ({ jobMs }) => {
        const ttlMs = Math.max(3000, jobMs * 10);
        return {
          ...onTask((task) => ({ ...task, ttlMs })),
          ...tasks({ lifetime: (ttl, era) => (era === "modern" ? ttlMs * 0.7 : ttl) }),
        };
      },
    },
    {
      name: "gone-once-read",
      description: "An ended task is gone once its end has been read",
      hooks: () => {
        const read = new Set<unknown>();
        return {
          async around(call, next) {
            const taskId = member(call.params, "taskId");
            if (call.method !== "tasks/get" || !declaresTasks(call)) return next();
            const gone = read.has(taskId);
            const outcome = await next();
            if (gone && at(outcome.message, "result") !== undefined) return notFound(call);
            if (ENDED.includes(String(at(outcome.message, "result", "status")))) read.add(taskId);
            return outcome;
          },
        };
      },
    },
  ],
);

/** The end of the creating request ends the task (I62). */
const survival = ruleFaults(
  "modern",
  ["I62", "tasks-survive-request-end", "warning"],
  [
    {
      name: "request-end-cancels",
      description: "The stream of a call of slow stays open after the task handle; ending the request cancels the task",
      hooks: () => {
        const made = new Map<unknown, Task>();
        return {
          ...tasks({ created: (task, call) => made.set(call, task) }),
          async around(call, next) {
            const outcome = await next();
            const task = made.get(call);
            made.delete(call);
            if (task?.tool !== "slow" || !isObject(outcome.message)) return outcome;
            call.emit(outcome.message);
            while (!call.signal.aborted && !isTerminal(task.status)) await nextChange(task, call.signal);
            if (call.signal.aborted) cancelTask(task);
            return { status: 200 };
          },
        };
      },
    },
  ],
);

/** Faults of how tasks begin, end and vanish. */
export const endingFaults: Fault[] = [
  ...transitions,
  ...durable,
  ...failures,
  ...toolErrors,
  ...inlinedTypes,
  ...expiry,
  ...survival,
];
