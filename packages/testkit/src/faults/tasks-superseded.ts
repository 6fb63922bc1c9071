import { ERROR, isObject, type JsonObject, META, member } from "@mcptest/pack";
import { missingCapability } from "../protocol/json-rpc.js";
import type { Call, Outcome } from "../server/call.js";
import type { Hooks } from "../server/hooks.js";
import { declaresTasks } from "../tasks/declared.js";
import { TASKS_ID } from "../tasks/id.js";
import { ruleFaults, tasks } from "./groups.js";
import { onCreation, onResult, onTask, without } from "./reshape.js";
import type { Fault } from "./types.js";

/** Hooks that answer a method of 2025-11-25 on the extension wire. */
function serving(method: string, answer: (call: Call) => Outcome): Hooks {
  return { around: (call, next) => (call.method === method ? Promise.resolve(answer(call)) : next()) };
}

function resultOf(call: Call, result: JsonObject): Outcome {
  return { status: 200, message: { jsonrpc: "2.0", id: call.id, result: { resultType: "complete", ...result } } };
}

function errorOf(call: Call, code: number, message: string): Outcome {
  return { status: 200, message: { jsonrpc: "2.0", id: call.id, error: { code, message } } };
}

/** A method of 2025-11-25 is still there (I39, I40). */
const removed = [
  ...ruleFaults(
    "modern",
    ["I39", "tasks-result-removed", "failed"],
    [
      {
        name: "removed-result-served",
        description: "tasks/result answers with a tool result",
        hooks: serving("tasks/result", (call) => resultOf(call, { content: [{ type: "text", text: "Done." }] })),
      },
      {
        name: "removed-result-invalid-params",
        description: "tasks/result is refused with -32602",
        hooks: serving("tasks/result", (call) => errorOf(call, ERROR.invalidParams, "Unknown task")),
      },
      {
        name: "removed-result-with-200",
        description: "The refusal of tasks/result travels with status 200",
        transports: ["http"],
        hooks: serving("tasks/result", (call) => errorOf(call, ERROR.methodNotFound, "Method not found")),
      },
    ],
  ),
  ...ruleFaults(
    "modern",
    ["I40", "tasks-list-removed", "failed"],
    [
      {
        name: "removed-list-served",
        description: "tasks/list answers with a list of tasks",
        hooks: serving("tasks/list", (call) => resultOf(call, { tasks: [] })),
      },
      {
        name: "removed-list-internal-error",
        description: "tasks/list is refused with -32603",
        hooks: serving("tasks/list", (call) => errorOf(call, ERROR.internal, "Internal error")),
      },
      {
        name: "removed-list-with-200",
        description: "The refusal of tasks/list travels with status 200",
        transports: ["http"],
        hooks: serving("tasks/list", (call) => errorOf(call, ERROR.methodNotFound, "Method not found")),
      },
    ],
  ),
];

function hasTaskParam(call: Call): boolean {
  return call.method === "tools/call" && member(call.params, "task") !== undefined;
}

/** `params.task` has an effect (I41). */
const legacyParam = ruleFaults(
  "modern",
  ["I41", "tasks-legacy-param-ignored", "failed"],
  [
    {
      name: "task-param-opts-in",
      description: "An undeclared call with params.task becomes a task",
      hooks: tasks({ mayCreate: (call) => declaresTasks(call) || hasTaskParam(call) }),
    },
    {
      name: "task-param-opts-in-nested",
      description: "An undeclared call with params.task becomes a task in the form of 2025-11-25",
      hooks: {
        ...tasks({ mayCreate: (call) => declaresTasks(call) || hasTaskParam(call) }),
        ...onCreation((task, call) =>
          declaresTasks(call)
            ? task
            : { resultType: "complete", task: without(task, "resultType", "_meta"), _meta: task._meta ?? {} },
        ),
      },
    },
    {
      name: "task-param-refused",
      description: "A call with params.task is refused with -32602",
      hooks: {
        around: (call, next) =>
          hasTaskParam(call)
            ? Promise.resolve(errorOf(call, ERROR.invalidParams, "params.task is not supported"))
            : next(),
      },
    },
    {
      name: "task-param-opts-out",
      description: "A declared call with params.task is answered plainly",
      hooks: tasks({ mayCreate: (call) => declaresTasks(call) && !hasTaskParam(call) }),
    },
  ],
);

function hasLegacyForm(call: Call): boolean {
  return isObject(member(call.declared, "tasks"));
}

/** The client capability of 2025-11-25 counts as the declaration (I42). */
const legacyForm = ruleFaults(
  "modern",
  ["I42", "tasks-legacy-client-capability-inert", "failed"],
  [
    {
      name: "legacy-form-creates",
      description: "A call that declares capabilities.tasks becomes a task",
      hooks: tasks({ mayCreate: (call) => declaresTasks(call) || hasLegacyForm(call) }),
    },
    {
      name: "legacy-form-admits",
      description: "tasks/get, tasks/update, tasks/cancel and listen serve a client that declares capabilities.tasks",
      hooks: tasks({
        refuse: (_method, call) =>
          hasLegacyForm(call) ? undefined : missingCapability({ extensions: { [TASKS_ID]: {} } }),
      }),
    },
    {
      name: "legacy-form-admits-get",
      description: "tasks/get serves a client that declares capabilities.tasks",
      hooks: tasks({
        refuse: (method, call) =>
          hasLegacyForm(call) && method === "tasks/get"
            ? undefined
            : missingCapability({ extensions: { [TASKS_ID]: {} } }),
      }),
    },
  ],
);

/** Something of 2025-11-25 is left over on the extension wire (I58). */
const leftovers = ruleFaults(
  "modern",
  ["I58", "tasks-legacy-leftovers", "warning"],
  [
    {
      name: "task-support-left-over",
      description: "Tools have execution.taskSupport",
      hooks: onResult("tools/list", (result) => ({
        ...result,
        tools: (result.tools as JsonObject[]).map((tool) => ({ ...tool, execution: { taskSupport: "optional" } })),
      })),
    },
    {
      name: "related-task-left-over",
      description: "The answer to tasks/get has related-task in its _meta",
      hooks: onResult("tasks/get", (task) => ({
        ...task,
        _meta: { ...(task._meta as JsonObject), [META.relatedTask]: { taskId: String(task.taskId) } },
      })),
    },
    {
      name: "request-state-left-over",
      description: "Task objects have a requestState",
      hooks: onTask((task) => ({ ...task, requestState: "opaque" })),
    },
    {
      name: "status-notification-left-over",
      description: "notifications/tasks/status is sent ahead of each task handle",
      hooks: {
        async around(call, next) {
          const outcome = await next();
          const result = member(outcome.message, "result");
          if (call.method === "tools/call" && isObject(result) && result.resultType === "task") {
            const params = without(result, "resultType", "_meta");
            call.emit({ jsonrpc: "2.0", method: "notifications/tasks/status", params });
          }
          return outcome;
        },
      },
    },
  ],
);

/** Faults of what 2025-11-25 had and the extension has not. */
export const supersededFaults: Fault[] = [...removed, ...legacyParam, ...legacyForm, ...leftovers];
