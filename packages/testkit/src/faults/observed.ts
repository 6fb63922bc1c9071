import { ERROR, isObject, type JsonObject, member } from "@mcptest/pack";
import type { Hooks } from "../server/hooks.js";
import { tasks } from "./groups.js";
import { onResult, without } from "./reshape.js";
import { ANY_TRANSPORT, type Fault, faultGroup } from "./types.js";

const IMMEDIATE_RESPONSE = "io.modelcontextprotocol/model-immediate-response";

/** Legal on the extension wire, and recorded by a check without a verdict. */
const modern = faultGroup({ kind: "variant", eras: ["modern"], transports: ANY_TRANSPORT }, [
  {
    name: "complete-at-creation",
    description: "A task is completed already when it is created",
    owner: { rule: "I17", check: "tasks-create-initial-status", verdict: "passed" },
    hooks: tasks({ completeAtCreation: true }),
  },
  {
    name: "cancel-without-effect",
    description: "tasks/cancel is acknowledged, and the task goes on",
    owner: { rule: "I35", check: "tasks-cancel-cooperative", verdict: "passed" },
    hooks: tasks({ cancels: (era) => era !== "modern" }),
  },
]);

/** Refuses with -32600 what could become a task and is called plainly. */
const refusePlain: Hooks = {
  around(call, next) {
    if (call.method !== "tools/call" || call.params.name !== "job" || member(call.params, "task") !== undefined)
      return next();
    const error = { code: ERROR.invalidRequest, message: "Jobs run as tasks only: params.task is missing" };
    return Promise.resolve({ status: 200, message: { jsonrpc: "2.0", id: call.id, error } });
  },
};

/** Legal on the 2025-11-25 wire, and recorded by a check without a verdict. */
const legacy = faultGroup({ kind: "variant", eras: ["legacy"], transports: ANY_TRANSPORT }, [
  {
    name: "status-notifications-short",
    description: "notifications/tasks/status has no more than taskId and status",
    owner: { rule: "H24", check: "tasks-legacy-status-notification", verdict: "passed" },
    hooks: tasks({ statusNotification: ({ taskId = "", status = "" }) => ({ taskId, status }) }),
  },
  {
    name: "cancel-undeclared",
    description: "capabilities.tasks has no cancel, and tasks/cancel is served",
    owner: { rule: "H27", check: "tasks-legacy-undeclared-op", verdict: "passed" },
    hooks: {
      capabilities: ({ tasks: declared, ...others }) => ({
        ...others,
        ...(isObject(declared) ? { tasks: without(declared, "cancel") } : {}),
      }),
    },
  },
  {
    name: "immediate-response",
    description: "The answer that makes a task has a text for the model in _meta",
    owner: { rule: "H28", check: "tasks-legacy-immediate-response", verdict: "passed" },
    hooks: onResult("tools/call", (result) =>
      isObject(result.task)
        ? { ...result, _meta: { ...(result._meta as JsonObject | undefined), [IMMEDIATE_RESPONSE]: "It has begun." } }
        : result,
    ),
  },
  {
    name: "plain-call-refused",
    description: "A plain call of a tool that may run as a task is refused with -32600",
    owner: { rule: "H30", check: "tasks-legacy-required-type", verdict: "passed" },
    hooks: refusePlain,
  },
]);

/** What rows without a verdict record. */
export const observedVariants: Fault[] = [...modern, ...legacy];
