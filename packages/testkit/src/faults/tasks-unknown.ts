import { at, ERROR, type JsonObject, member } from "@mcptest/pack";
import type { Call, Outcome } from "../server/call.js";
import type { Hooks } from "../server/hooks.js";
import { declaresTasks } from "../tasks/declared.js";
import { ruleFaults, tasks } from "./groups.js";
import type { Fault } from "./types.js";

/** What another answer may be: an error, or a result. */
type Instead = { code: number; message?: string; status?: number } | { result: JsonObject };

function outcomeOf(call: Call, instead: Instead): Outcome {
  if ("result" in instead) {
    return {
      status: 200,
      message: { jsonrpc: "2.0", id: call.id, result: { resultType: "complete", ...instead.result } },
    };
  }
  const { code, message = "The request cannot be served", status = 200 } = instead;
  return { status, message: { jsonrpc: "2.0", id: call.id, error: { code, message } } };
}

/** Hooks that answer a declared request for a task that never existed in another way. */
function unknownTask(method: string, instead: (call: Call) => Instead): () => Hooks {
  return () => {
    const made = new Set<unknown>();
    const isUnknown = ({ params: { taskId } }: Call) =>
      typeof taskId === "string" && taskId !== "" && !made.has(taskId);
    return {
      ...refused(method, isUnknown, instead),
      ...tasks({ created: (task) => made.add(task.id) }),
    };
  };
}

/** Hooks that answer in another way where a declared `method` is refused with `-32602` and `concerned`. */
function refused(method: string, concerned: (call: Call) => boolean, instead: (call: Call) => Instead): Hooks {
  return {
    async around(call, next) {
      const outcome = await next();
      if (call.method !== method || !declaresTasks(call) || !concerned(call)) return outcome;
      const code = at(outcome.message, "error", "code");
      const wrong = code === ERROR.invalidParams || code === ERROR.headerMismatch;
      return wrong ? outcomeOf(call, instead(call)) : outcome;
    },
  };
}

/** An unknown task is not refused with `-32602` (I28, I33, I36). */
const unknown = [
  ...ruleFaults(
    "modern",
    ["I36", "tasks-get-unknown-task", "failed"],
    [
      {
        name: "unknown-get-internal-error",
        description: "tasks/get of an unknown task is refused with -32603",
        hooks: unknownTask("tasks/get", () => ({ code: ERROR.internal })),
      },
      {
        name: "unknown-get-not-found",
        description: "tasks/get of an unknown task is refused with -32002, as resources once were",
        hooks: unknownTask("tasks/get", () => ({ code: ERROR.resourceNotFoundLegacy, message: "Task not found" })),
      },
      {
        name: "unknown-get-method-not-found",
        description: "tasks/get of an unknown task is refused with -32601 and 404",
        hooks: unknownTask("tasks/get", () => ({ code: ERROR.methodNotFound, status: 404 })),
      },
      {
        name: "unknown-get-cancelled",
        description: "tasks/get of an unknown task answers with a cancelled one",
        hooks: unknownTask("tasks/get", ({ params }) => {
          const createdAt = new Date().toISOString();
          const taskId = String(params.taskId);
          return { result: { taskId, status: "cancelled", createdAt, lastUpdatedAt: createdAt, ttlMs: null } };
        }),
      },
    ],
  ),
  ...ruleFaults(
    "modern",
    ["I36", "tasks-get-unknown-task", "warning"],
    [
      {
        name: "empty-task-id-internal-error",
        description: "tasks/get with an empty taskId is refused with -32603",
        hooks: refused(
          "tasks/get",
          ({ params }) => params.taskId === "",
          () => ({ code: ERROR.internal }),
        ),
      },
      {
        name: "numeric-task-id-internal-error",
        description: "tasks/get with a number for taskId is refused with -32603",
        hooks: refused(
          "tasks/get",
          ({ params }) => typeof params.taskId === "number",
          () => ({ code: ERROR.internal }),
        ),
      },
      {
        name: "missing-task-id-invalid-request",
        description: "tasks/get without taskId is refused with -32600",
        hooks: refused(
          "tasks/get",
          ({ params }) => params.taskId === undefined,
          () => ({ code: ERROR.invalidRequest, status: 400 }),
        ),
      },
    ],
  ),
  ...ruleFaults(
    "modern",
    ["I28", "tasks-update-unknown-task", "warning"],
    [
      {
        name: "unknown-update-acknowledged",
        description: "tasks/update of an unknown task is acknowledged",
        hooks: unknownTask("tasks/update", () => ({ result: {} })),
      },
      {
        name: "unknown-update-internal-error",
        description: "tasks/update of an unknown task is refused with -32603",
        hooks: unknownTask("tasks/update", () => ({ code: ERROR.internal })),
      },
    ],
  ),
  ...ruleFaults(
    "modern",
    ["I33", "tasks-cancel-unknown-task", "warning"],
    [
      {
        name: "unknown-cancel-acknowledged",
        description: "tasks/cancel of an unknown task is acknowledged",
        hooks: unknownTask("tasks/cancel", () => ({ result: {} })),
      },
      {
        name: "unknown-cancel-internal-error",
        description: "tasks/cancel of an unknown task is refused with -32603",
        hooks: unknownTask("tasks/cancel", () => ({ code: ERROR.internal })),
      },
    ],
  ),
];

/** Hooks that refuse to cancel what has ended. */
function endedCancel(code: number): () => Hooks {
  return () => {
    const ended = new Set<unknown>();
    return {
      async around(call, next) {
        const taskId = member(call.params, "taskId");
        if (call.method === "tasks/cancel" && declaresTasks(call) && ended.has(taskId)) {
          return outcomeOf(call, { code, message: "The task has ended already" });
        }
        const outcome = await next();
        const status = String(at(outcome.message, "result", "status"));
        if (call.method === "tasks/get" && ["completed", "failed", "cancelled"].includes(status)) ended.add(taskId);
        return outcome;
      },
    };
  };
}

/** The cancellation of a task that has ended is refused (I34). */
const cancelEnded = ruleFaults(
  "modern",
  ["I34", "tasks-cancel-terminal", "warning"],
  [
    {
      name: "cancel-ended-refused",
      description: "tasks/cancel of a task whose end was read is refused with -32602, as on 2025-11-25",
      hooks: endedCancel(ERROR.invalidParams),
    },
    {
      name: "cancel-ended-internal-error",
      description: "tasks/cancel of a task whose end was read is refused with -32603",
      hooks: endedCancel(ERROR.internal),
    },
  ],
);

/** Faults of requests for tasks that are not there, or have ended. */
export const unknownTaskFaults: Fault[] = [...unknown, ...cancelEnded];
