import { type JsonObject, member } from "@mcptest/pack";
import { invalidParams } from "../protocol/json-rpc.js";
import type { Call, Handler, Methods } from "../server/call.js";
import type { Subscription } from "../server/extension.js";
import { isInputResponses } from "../server/input-responses.js";
import { declaresTasks } from "./declared.js";
import { findTask } from "./find-task.js";
import type { TaskPolicy } from "./policy.js";
import { detailedTask } from "./shapes.js";
import { cancelTask, type TaskStore } from "./store.js";
import type { Task } from "./task.js";

/** `tasks/get`, `tasks/update` and `tasks/cancel` of the extension wire (ext-tasks). */
export function modernTaskMethods(store: TaskStore, policy: TaskPolicy): Methods {
  const gated =
    (handler: Handler): Handler =>
    (params, call) => {
      refuseUndeclared(call, policy);
      return handler(params, call);
    };
  const find = (params: JsonObject, call: Call) => findTask(store, policy, params, call);
  return new Map([
    ["tasks/get", gated((params, call) => getTask(find(params, call)))],
    ["tasks/update", gated((params, call) => updateTask(find(params, call), params, policy))],
    ["tasks/cancel", gated((params, call) => acknowledgeCancel(find(params, call), policy))],
  ]);
}

/** The `taskIds` part of a listen: a full task at each change of its status (ext-tasks, Task Status Notifications). */
export function subscribeToTasks(
  store: TaskStore,
  policy: TaskPolicy,
  filter: JsonObject,
  call: Call,
): Subscription | undefined {
  const ids = member(filter, "taskIds");
  if (ids === undefined) return undefined;
  if (!Array.isArray(ids) || !ids.every((id) => typeof id === "string")) {
    throw invalidParams("notifications.taskIds must be an array of strings");
  }
  if (!declaresTasks(call)) {
    const refusal = policy.refuse("subscriptions/listen", call);
    if (refusal) throw refusal;
  }
  const visible = store.list("modern").filter((task) => policy.admits(task, call));
  const asked = [...new Set(ids)].filter((id) => visible.some((task) => task.id === id));
  const told = visible.filter((task) => policy.notifies(task, asked));
  return {
    agreed: { taskIds: asked },
    ahead: policy.notifiesAhead ? told.map((task) => ["notifications/tasks", detailedTask(task)]) : [],
    open(notify) {
      const stops = told.map((task) => {
        const watcher = () => notify("notifications/tasks", detailedTask(task));
        task.watchers.add(watcher);
        return () => task.watchers.delete(watcher);
      });
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}

function refuseUndeclared(call: Call, policy: TaskPolicy): void {
  if (declaresTasks(call)) return;
  const refusal = policy.refuse(call.method, call);
  if (refusal) throw refusal;
}

function getTask(task: Task): JsonObject {
  const shown = detailedTask(task);
  for (const late of [...task.late]) {
    late.polls -= 1;
    if (late.polls > 0) continue;
    task.late.splice(task.late.indexOf(late), 1);
    late.apply();
  }
  return shown;
}

/** The acknowledgement is empty, whatever becomes of the task (contract I32). */
function acknowledgeCancel(task: Task, policy: TaskPolicy): JsonObject {
  if (policy.cancels("modern")) cancelTask(task);
  return {};
}

/** Answers to keys that are not outstanding are ignored (contract I29). */
function updateTask(task: Task, params: JsonObject, policy: TaskPolicy): JsonObject {
  const responses = member(params, "inputResponses");
  if (!isInputResponses(responses)) throw invalidParams("inputResponses must map keys to results");
  for (const [key, result] of Object.entries(policy.responses(task, responses))) {
    const apply = () => task.questions.get(key)?.answer(result);
    if (policy.answerLag > 0 && task.questions.has(key)) task.late.push({ polls: policy.answerLag, apply });
    else apply();
  }
  return {};
}
