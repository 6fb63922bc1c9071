import { ERROR, isObject, type JsonObject, member } from "@mcptest/pack";
import type { Hooks } from "../server/hooks.js";
import { onLegacyTask, onResult, renamed, without } from "./reshape.js";
import { ANY_TRANSPORT, type Fault, type FaultDefaults, faultGroup } from "./types.js";

const LEGACY: FaultDefaults = { kind: "fault", eras: ["legacy"], transports: ANY_TRANSPORT };

/** Hooks that change the result with which a task is created on 2025-11-25. */
function onCreation(change: (task: JsonObject) => JsonObject): Hooks {
  return onResult("tools/call", (result, call) =>
    call.era === "legacy" && isObject(result.task) ? change(result.task) : result,
  );
}

/** A call with `params.task` is answered by something that is neither a task nor a tool result (H31). */
const creation = faultGroup(
  { ...LEGACY, owner: { rule: "H31", check: "tasks-result-type-discipline", verdict: "failed" } },
  [
    {
      name: "legacy-create-flat",
      description: "The task stands at the top of the result instead of in result.task",
      hooks: onCreation((task) => task),
    },
    {
      name: "legacy-create-modern",
      description: 'The task comes in the form of the extension: flat, with resultType "task"',
      hooks: onCreation((task) => ({ resultType: "task", ...task })),
    },
    {
      name: "legacy-create-without-task-id",
      description: "The created task has no taskId",
      hooks: onCreation((task) => ({ task: without(task, "taskId") })),
    },
    {
      name: "legacy-create-empty-task-id",
      description: "The taskId of the created task is an empty string",
      hooks: onCreation((task) => ({ task: { ...task, taskId: "" } })),
    },
    {
      name: "legacy-create-numeric-task-id",
      description: "The taskId of the created task is a number",
      hooks: onCreation((task) => ({ task: { ...task, taskId: 7 } })),
    },
    {
      name: "legacy-create-id-only",
      description: "result.task is the id instead of the task",
      hooks: onCreation((task) => ({ task: task.taskId ?? "" })),
    },
  ],
);

const TTL_FAILS = { rule: "H11", check: "tasks-ttl-shape", verdict: "failed" } as const;

/** `ttl` and `pollInterval` of a 2025-11-25 task have the wrong name or type (H11). */
const ttl = faultGroup({ ...LEGACY, owner: TTL_FAILS }, [
  {
    name: "legacy-ttl-missing",
    description: "No task object has ttl",
    hooks: onLegacyTask((task) => without(task, "ttl")),
  },
  {
    name: "legacy-ttl-string",
    description: 'ttl is the string "300000"',
    hooks: onLegacyTask((task) => ({ ...task, ttl: "300000" })),
  },
  {
    name: "legacy-ttl-modern-name",
    description: "The lifetime is called ttlMs, as in the extension",
    hooks: onLegacyTask((task) => renamed(task, "ttl", "ttlMs")),
  },
  {
    name: "legacy-poll-interval-string",
    description: 'pollInterval is the string "50"',
    hooks: onLegacyTask((task) => ({ ...task, pollInterval: "50" })),
  },
  {
    name: "legacy-poll-interval-modern-name",
    description: "The poll interval is called pollIntervalMs, as in the extension",
    hooks: onLegacyTask((task) => renamed(task, "pollInterval", "pollIntervalMs")),
  },
  {
    name: "legacy-ttl-modern-name-besides",
    description: "ttlMs and pollIntervalMs stand beside ttl and pollInterval",
    owner: { ...TTL_FAILS, verdict: "warning" },
    hooks: onLegacyTask((task) => ({ ...task, ttlMs: task.ttl ?? null, pollIntervalMs: task.pollInterval ?? null })),
  },
]);

/** Hooks that change what `tasks/result` gives for a completed task, its `_meta` apart. */
function onTaskResult(change: (result: JsonObject) => JsonObject): Hooks {
  return onResult("tasks/result", (result) =>
    result.isError === true ? result : { ...change(without(result, "_meta")), _meta: result._meta ?? {} },
  );
}

/** `tasks/result` of a completed task gives no tool result (H32). */
const results = faultGroup({ ...LEGACY, owner: { rule: "H32", check: "tasks-inline-result", verdict: "failed" } }, [
  {
    name: "legacy-result-empty",
    description: "tasks/result gives an empty result",
    hooks: onTaskResult(() => ({})),
  },
  {
    name: "legacy-result-content-string",
    description: "The content of what tasks/result gives is a string",
    hooks: onTaskResult((result) => ({ ...result, content: JSON.stringify(result.content) })),
  },
  {
    name: "legacy-result-wrapped",
    description: "tasks/result gives the tool result in a member result",
    hooks: onTaskResult((result) => ({ result })),
  },
  {
    name: "legacy-result-error",
    description: "tasks/result of a completed task is refused with -32603",
    hooks: {
      async around(call, next) {
        const outcome = await next();
        const result = member(outcome.message, "result");
        if (call.method !== "tasks/result" || !isObject(result) || result.isError === true) return outcome;
        const error = { code: ERROR.internal, message: "The result is gone" };
        return { ...outcome, message: { jsonrpc: "2.0", id: call.id, error } };
      },
    },
  },
]);

/** Faults of the three checks that have a half on the 2025-11-25 wire. */
export const legacyFaults: Fault[] = [...creation, ...ttl, ...results];
