import { randomUUID } from "node:crypto";
import { ERROR, isObject, type JsonObject, member } from "@mcptest/pack";
import type { Hooks } from "../server/hooks.js";
import { declaresTasks } from "../tasks/declared.js";
import { ruleFaults, tasks } from "./groups.js";
import { onResult, without } from "./reshape.js";
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

/** Faults of what is advertised, and of where tasks come from. */
export const dispatchFaults: Fault[] = [...inUse, ...reserved, ...misplaced, ...namespace, ...draftCodes];
