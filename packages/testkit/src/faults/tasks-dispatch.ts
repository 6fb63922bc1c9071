import { randomUUID } from "node:crypto";
import { ERROR, isObject, type JsonObject, META, member } from "@mcptest/pack";
import { missingCapability } from "../protocol/json-rpc.js";
import type { Call, Outcome } from "../server/call.js";
import type { Hooks } from "../server/hooks.js";
import { declaresTasks } from "../tasks/declared.js";
import { TASKS_ID } from "../tasks/id.js";
import { ruleFaults, tasks } from "./groups.js";
import { onCreation, onResult, onTask, without } from "./reshape.js";
import type { Fault } from "./types.js";

/** A handle of a task that nobody has made. */
function handle(): JsonObject {
  const now = new Date().toISOString();
  const times = { createdAt: now, lastUpdatedAt: now };
  return { resultType: "task", taskId: randomUUID(), status: "working", ...times, ttlMs: 300_000 };
}

/** Hooks that give the results of `method` this `resultType`. */
function asTask(method: string): Hooks {
  return onResult(method, (result, call) => (declaresTasks(call) ? { ...result, resultType: "task" } : result));
}

/** `resultType: "task"` on what creates no task (I07). */
const reserved = ruleFaults(
  "modern",
  ["I07", "tasks-result-type-reserved", "failed"],
  [
    {
      name: "update-ack-result-type-task",
      description: 'The acknowledgement of tasks/update has resultType "task"',
      hooks: asTask("tasks/update"),
    },
    {
      name: "cancel-ack-result-type-task",
      description: 'The acknowledgement of tasks/cancel has resultType "task"',
      hooks: asTask("tasks/cancel"),
    },
    {
      name: "list-result-type-task",
      description: 'tools/list has resultType "task" for a client that declares the extension',
      hooks: asTask("tools/list"),
    },
  ],
);

/** A task comes back from another method than `tools/call` (I08). */
const misplaced = ruleFaults(
  "modern",
  ["I08", "tasks-create-only-supported-method", "failed"],
  [
    {
      name: "list-creates-task",
      description: "tools/list is a task handle as well, for a client that declares the extension",
      hooks: onResult("tools/list", (result, call) => (declaresTasks(call) ? { ...result, ...handle() } : result)),
    },
    {
      name: "prompt-creates-task",
      description: "There is a prompt, and prompts/get answers with a task, for a client that declares the extension",
      hooks: {
        ...onResult("prompts/get", (result, call) => (declaresTasks(call) ? handle() : result)),
        policies: { core: { documents: true } },
      },
    },
    {
      name: "resource-creates-task",
      description:
        "There is a resource, and resources/read answers with a task, for a client that declares the extension",
      hooks: {
        ...onResult("resources/read", (result, call) => (declaresTasks(call) ? handle() : result)),
        policies: { core: { documents: true } },
      },
    },
  ],
);

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

/** The namespace of the extension is used for something else (I54). */
const namespace = ruleFaults(
  "modern",
  ["I54", "tasks-namespace-reserved", "warning"],
  [
    {
      name: "custom-task-notification",
      description: "notifications/tasks/created is sent ahead of each task handle",
      hooks: {
        async around(call, next) {
          const outcome = await next();
          const result = member(outcome.message, "result");
          if (call.method === "tools/call" && member(result, "resultType") === "task") {
            call.emit({ jsonrpc: "2.0", method: "notifications/tasks/created", params: {} });
          }
          return outcome;
        },
      },
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

/** A refusal has the number of a draft (I59). */
const draftCodes = ruleFaults(
  "modern",
  ["I59", "tasks-error-code-final", "failed"],
  [
    {
      name: "draft-code-of-required-tool",
      description: "A plain call of a task-only tool is refused with -32003, the number of a draft",
      hooks: {
        async around(call, next) {
          const outcome = await next();
          const error = member(outcome.message, "error");
          const refused = isObject(error) && error.code === ERROR.missingClientCapability;
          if (!refused || call.method !== "tools/call" || declaresTasks(call)) return outcome;
          const draft = { ...error, code: ERROR.draftMissingClientCapability };
          return { ...outcome, message: { ...(outcome.message as JsonObject), error: draft } };
        },
      },
    },
  ],
);

/** Tasks are in use and not advertised (I02). */
const NO_WIRE = { rule: "I01", check: "tasks-wire-resolvable", verdict: "could-not-run" } as const;

function unadvertised(capabilities: JsonObject): JsonObject {
  return without(capabilities, "extensions");
}

const inUse = ruleFaults(
  "modern",
  ["I02", "tasks-extension-advertised", "failed"],
  [
    {
      name: "unadvertised-tasks",
      description: "No extension is advertised, and there are tasks",
      baseline: NO_WIRE,
      hooks: { capabilities: unadvertised },
    },
    {
      name: "unadvertised-methods",
      description: "No extension is advertised, and tasks/get, tasks/update and tasks/cancel are there",
      baseline: NO_WIRE,
      hooks: { capabilities: unadvertised, ...tasks({ never: (era) => era === "modern" }) },
    },
  ],
);

/** Faults of which method, parameter and capability does what. */
export const dispatchFaults: Fault[] = [
  ...inUse,
  ...reserved,
  ...misplaced,
  ...removed,
  ...legacyParam,
  ...legacyForm,
  ...namespace,
  ...leftovers,
  ...draftCodes,
];
