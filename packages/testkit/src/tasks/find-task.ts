import { type JsonObject, member } from "@mcptest/pack";
import { invalidParams } from "../protocol/json-rpc.js";
import type { Call } from "../server/call.js";
import type { TaskPolicy } from "./policy.js";
import type { TaskStore } from "./store.js";
import type { Task } from "./task.js";

/** The task that `params` name, on the wire and for the principal of `call`. Throws `-32602` (contract I36, H18). */
export function findTask(store: TaskStore, policy: TaskPolicy, params: JsonObject, call: Call): Task {
  const id = member(params, "taskId");
  if (typeof id !== "string" || id === "") throw invalidParams("taskId must be a non-empty string");
  const task = store.find(id, call.era);
  if (task && policy.admits(task, call)) return task;
  throw invalidParams("Unknown task: it does not exist, has expired, or belongs to somebody else");
}
