import { at, ERROR, isObject, type JsonObject, META, member } from "@mcptest/pack";
import type { Call, Outcome } from "../server/call.js";
import type { Hooks } from "../server/hooks.js";
import { relatedTask } from "../tasks/shapes.js";
import { isTerminal, type Task } from "../tasks/task.js";
import { ruleFaults, tasks } from "./groups.js";
import { onResult, without } from "./reshape.js";
import type { Fault } from "./types.js";

const RESULT = "tasks/result";

function errorOf(call: Call, code: number, message: string): Outcome {
  return { status: 200, message: { jsonrpc: "2.0", id: call.id, error: { code, message } } };
}

/** Hooks that know the tasks of the server by their id. */
function knowing(around: (task: Task, call: Call, next: () => Promise<Outcome>) => Promise<Outcome>): () => Hooks {
  return () => {
    const made = new Map<unknown, Task>();
    return {
      ...tasks({ created: (task) => made.set(task.id, task) }),
      around(call, next) {
        const task = call.method === RESULT ? made.get(call.params.taskId) : undefined;
        return task ? around(task, call, next) : next();
      },
    };
  };
}

/** `tasks/result` does not give the outcome of the call (H12). */
const outcomes = ruleFaults(
  "legacy",
  ["H12", "tasks-legacy-result-terminal", "failed"],
  [
    {
      name: "legacy-result-other-text",
      description: "tasks/result of a completed task gives another text than a plain call",
      hooks: onResult(RESULT, (result) =>
        result.isError === true ? result : { ...result, content: [{ type: "text", text: "See the logs." }] },
      ),
    },
    {
      name: "legacy-result-of-tool-error-empty",
      description: "tasks/result of a task whose tool reported an error has no content",
      hooks: onResult(RESULT, (result) => (result.isError === true ? without(result, "content") : result)),
    },
    {
      name: "legacy-result-of-protocol-error-served",
      description: "tasks/result of a task that broke off gives the error as a result",
      hooks: knowing(async (task, call, next) => {
        const outcome = await next();
        const error = member(outcome.message, "error");
        if (!task.error || !isObject(error)) return outcome;
        return { status: 200, message: { jsonrpc: "2.0", id: call.id, result: { error, _meta: relatedTask(task) } } };
      }),
    },
  ],
);

/** `tasks/result` does not wait (H13). */
const waiting = ruleFaults(
  "legacy",
  ["H13", "tasks-legacy-result-blocks", "failed"],
  [
    {
      name: "legacy-result-not-ready",
      description: "tasks/result of a working task is refused: not ready",
      hooks: knowing(async (task, call, next) =>
        task.status === "working" ? errorOf(call, ERROR.invalidRequest, "The task is not ready") : next(),
      ),
    },
    {
      name: "legacy-result-empty-while-working",
      description: "tasks/result of a working task gives a tool result without content blocks",
      hooks: knowing(async (task, call, next) => {
        if (task.status !== "working") return next();
        const result = { content: [], _meta: relatedTask(task) };
        return { status: 200, message: { jsonrpc: "2.0", id: call.id, result } };
      }),
    },
  ],
);

/** The result of `tasks/result` does not say which task it belongs to (H14). */
const relatedResults = ruleFaults(
  "legacy",
  ["H14", "tasks-legacy-result-related-task", "failed"],
  [
    {
      name: "legacy-result-unrelated",
      description: "The result of tasks/result has no related-task",
      hooks: onResult(RESULT, (result) => without(result, "_meta")),
    },
    {
      name: "legacy-result-related-to-another",
      description: "related-task in the result of tasks/result names another task",
      hooks: onResult(RESULT, (result) => ({ ...result, _meta: { [META.relatedTask]: { taskId: "another-task" } } })),
    },
    {
      name: "legacy-result-related-string",
      description: "related-task in the result of tasks/result is the id itself",
      hooks: onResult(RESULT, (result, call) => ({
        ...result,
        _meta: { [META.relatedTask]: String(call.params.taskId) },
      })),
    },
  ],
);

/** A request that a task causes does not say so (H15), or wants to be a task itself (H35). */
const questions = [
  ...ruleFaults(
    "legacy",
    ["H15", "tasks-legacy-related-task-messages", "failed"],
    [
      {
        name: "legacy-question-unrelated",
        description: "An elicitation that a task causes has no related-task",
        hooks: tasks({ askParams: (params) => params }),
      },
      {
        name: "legacy-question-related-to-another",
        description: "related-task of an elicitation names another task",
        hooks: tasks({
          askParams: (params) => ({ ...params, _meta: { [META.relatedTask]: { taskId: "another-task" } } }),
        }),
      },
    ],
  ),
  ...ruleFaults(
    "legacy",
    ["H35", "tasks-legacy-server-augment-undeclared", "warning"],
    [
      {
        name: "legacy-question-as-task",
        description: "An elicitation has params.task, whatever the client declares",
        hooks: tasks({
          askParams: (params, task) => ({ ...params, task: { ttl: 60_000 }, _meta: relatedTask(task) }),
        }),
      },
    ],
  ),
];

/** related-task of a request has an effect (H17). */
const conflicts = ruleFaults(
  "legacy",
  ["H17", "tasks-legacy-related-task-ignored", "failed"],
  [
    {
      name: "legacy-related-task-wins",
      description: "related-task of a request names the task, and not params.taskId",
      hooks: {
        around(call, next) {
          const taskId = at(call.params, "_meta", META.relatedTask, "taskId");
          if (taskId !== undefined) Object.assign(call, { params: { ...call.params, taskId } });
          return next();
        },
      },
    },
    {
      name: "legacy-related-task-refused",
      description: "A request whose related-task is not params.taskId is refused with -32600",
      hooks: {
        around(call, next) {
          const taskId = at(call.params, "_meta", META.relatedTask, "taskId");
          if (taskId === undefined || taskId === call.params.taskId) return next();
          return Promise.resolve(errorOf(call, ERROR.invalidRequest, "related-task differs from taskId"));
        },
      },
    },
  ],
);

/** How a tool ends is not how its task ends (H22). */
const failures = [
  ...ruleFaults(
    "legacy",
    ["H22", "tasks-legacy-failed-iserror", "warning"],
    [
      {
        name: "legacy-tool-error-completed",
        description: "A task whose tool reports an error is completed",
        hooks: tasks({ toolErrorFails: () => false }),
      },
      {
        name: "legacy-failed-without-status-message",
        description: "A failed task has no statusMessage",
        hooks: onResult("tasks/get", (task) => (task.status === "failed" ? without(task, "statusMessage") : task)),
      },
    ],
  ),
  ...ruleFaults(
    "legacy",
    ["H23", "tasks-legacy-input-required", "warning"],
    [
      {
        name: "legacy-question-while-working",
        description: "A task that asks for input is working all the same",
        hooks: tasks({ moves: (_to, era) => era !== "legacy" }),
      },
      {
        name: "legacy-input-required-stays",
        description: "A task that has its input is input_required until it ends",
        hooks: tasks({ moves: (to, era) => era !== "legacy" || to !== "working" }),
      },
    ],
  ),
];

/** Hooks that send progress ahead of the result of `tasks/result`, under a token that `choose` makes of the first one. */
function progress(token: (original: string | number) => string | number): () => Hooks {
  return () => {
    const tokens = new Map<unknown, string | number>();
    return {
      ...tasks({
        created(task, call) {
          const given = at(call.params, "_meta", "progressToken");
          if (typeof given === "string" || typeof given === "number") tokens.set(task.id, given);
        },
      }),
      async around(call, next) {
        const outcome = await next();
        const given = call.method === RESULT ? tokens.get(call.params.taskId) : undefined;
        if (given === undefined) return outcome;
        const _meta = { [META.relatedTask]: { taskId: String(call.params.taskId) } };
        const params: JsonObject = { progressToken: token(given), progress: 1, total: 1, _meta };
        call.emit({ jsonrpc: "2.0", method: "notifications/progress", params });
        return outcome;
      },
    };
  };
}

/** Progress of a task has another token, or comes after its end (H25). */
const progresses = ruleFaults(
  "legacy",
  ["H25", "tasks-legacy-progress", "failed"],
  [
    {
      name: "legacy-progress-after-end",
      description:
        "Progress under the token of the call is sent when tasks/result is answered, after the task has ended",
      hooks: progress((original) => original),
    },
    {
      name: "legacy-progress-other-token",
      description: "Progress comes while tasks/result waits, under a token of the server's own",
      hooks: () => {
        const known = new Map<unknown, Task>();
        return {
          ...tasks({
            created(task, call) {
              if (at(call.params, "_meta", "progressToken") !== undefined) known.set(task.id, task);
            },
          }),
          around(call, next) {
            const task = call.method === RESULT ? known.get(call.params.taskId) : undefined;
            if (task && !isTerminal(task.status)) {
              const params = { progressToken: "a-token-of-my-own", progress: 1, total: 2, _meta: relatedTask(task) };
              call.emit({ jsonrpc: "2.0", method: "notifications/progress", params });
            }
            return next();
          },
        };
      },
    },
  ],
);

/** Faults of `tasks/result`, and of what a task sends. */
export const legacyResultFaults: Fault[] = [
  ...outcomes,
  ...waiting,
  ...relatedResults,
  ...questions,
  ...conflicts,
  ...failures,
  ...progresses,
];
