import { type JsonObject, META } from "@mcptest/pack";
import type { Task } from "./task.js";

/** The members that a task object has on both wires. */
function commonMembers(task: Task): JsonObject {
  return {
    taskId: task.id,
    status: task.status,
    ...(task.statusMessage === undefined ? {} : { statusMessage: task.statusMessage }),
    createdAt: task.createdAt.toISOString(),
    lastUpdatedAt: task.lastUpdatedAt.toISOString(),
  };
}

/** The members that every task object of the extension has (ext-tasks, Task). */
export function modernTask(task: Task): JsonObject {
  return {
    ...commonMembers(task),
    ttlMs: task.ttl,
    ...(task.pollInterval === undefined ? {} : { pollIntervalMs: task.pollInterval }),
  };
}

/** A task with the payload of its status (ext-tasks, DetailedTask). */
export function detailedTask(task: Task): JsonObject {
  const base = modernTask(task);
  if (task.status === "input_required") {
    const questions = [...task.questions].map(([key, { request }]) => [key, request as unknown as JsonObject]);
    return { ...base, inputRequests: Object.fromEntries(questions) as JsonObject };
  }
  // Absent is legal too, but the official client asks for it (contract J3).
  if (task.status === "completed" && task.result)
    return { ...base, result: { resultType: "complete", ...task.result } };
  if (task.status === "failed" && task.error) return { ...base, error: task.error };
  return base;
}

/** A task of the 2025-11-25 wire (schema 2025-11-25, Task). */
export function legacyTask(task: Task): JsonObject {
  return {
    ...commonMembers(task),
    ttl: task.ttl,
    ...(task.pollInterval === undefined ? {} : { pollInterval: task.pollInterval }),
  };
}

/** `_meta` that ties a legacy message to a task (contract H14, H15). */
export function relatedTask(task: Task): JsonObject {
  return { [META.relatedTask]: { taskId: task.id } };
}
