import { ERROR, type JsonObject, member } from "@mcptest/pack";
import { invalidParams, rpcError } from "../protocol/json-rpc.js";
import type { Ask, Call, Handler, Methods } from "../server/call.js";
import { findTask } from "./find-task.js";
import type { TaskPolicy } from "./policy.js";
import { legacyTask, relatedTask } from "./shapes.js";
import { cancelTask, type TaskStore } from "./store.js";
import { isTerminal, nextChange, type Question, stirTask, type Task } from "./task.js";

/** `tasks/get`, `tasks/result`, `tasks/cancel` and `tasks/list` of 2025-11-25. */
export function legacyTaskMethods(store: TaskStore, policy: TaskPolicy): Methods {
  const list: Handler = (params, call) => {
    if (!listsTasks(call, policy)) throw rpcError(ERROR.methodNotFound, "tasks.list is not declared");
    const visible = store.list("legacy").filter((task) => policy.admits(task, call));
    return listTasks(visible, params, policy.pageSize);
  };
  const find = (params: JsonObject, call: Call) => findTask(store, policy, params, call);
  return new Map<string, Handler>([
    ["tasks/get", (params, call) => legacyTask(find(params, call))],
    ["tasks/result", (params, call) => taskResult(find(params, call), call, policy)],
    ["tasks/cancel", (params, call) => cancel(find(params, call), policy)],
    ["tasks/list", list],
  ]);
}

/** Whether `tasks.list` is declared to the client behind `call` (contract H26). */
export function listsTasks(call: Call, policy: TaskPolicy): boolean {
  return policy.legacyList === "always" || call.principal !== "anonymous";
}

function cancel(task: Task, policy: TaskPolicy): JsonObject {
  if (isTerminal(task.status)) throw invalidParams(`The task is ${task.status} already`);
  if (policy.cancels("legacy")) cancelTask(task);
  return legacyTask(task);
}

function listTasks(tasks: Task[], params: JsonObject, pageSize: number): JsonObject {
  const cursor = member(params, "cursor");
  const start = cursor === undefined ? 0 : tasks.findIndex((task) => task.id === cursor);
  if (start < 0) throw invalidParams("Unknown cursor");
  const page = tasks.slice(start, start + pageSize);
  const next = tasks[start + pageSize];
  return { tasks: page.map(legacyTask), ...(next ? { nextCursor: next.id } : {}) };
}

/** Blocks until `task` has ended; meanwhile its questions travel to the client on the stream of `call` (contract H13). */
async function taskResult(task: Task, call: Call, policy: TaskPolicy): Promise<JsonObject> {
  const gone = AbortSignal.any([call.signal, call.disconnected]);
  while (!isTerminal(task.status) && !gone.aborted) {
    for (const question of task.questions.values()) {
      if (!question.delivering) void deliver(question, task, call.ask, policy);
    }
    await nextChange(task, gone);
  }
  if (!isTerminal(task.status)) throw rpcError(ERROR.internal, "The stream of this request was closed");
  if (task.error) {
    const { code, message, data } = task.error as { code: number; message: string; data?: JsonObject };
    throw rpcError(code, message, data === undefined ? {} : { data });
  }
  if (!task.result) throw rpcError(ERROR.invalidRequest, "The task was cancelled, so it has no result");
  const meta = member(task.result, "_meta");
  return { ...task.result, _meta: { ...(meta as JsonObject | undefined), ...relatedTask(task) } };
}

/** Sends the questions of `task` at once, on the standing stream of the session of `call`, while there is one. */
export function askAtOnce(task: Task, call: Call, policy: TaskPolicy): void {
  task.watchers.add(() => {
    const stream = call.standing();
    if (!stream) return;
    for (const question of task.questions.values())
      if (!question.delivering) void deliver(question, task, stream.ask, policy);
  });
}

/** Sends `notifications/tasks/status` at each change of `task`, on the standing stream of the session of `call`. */
export function notifyOfStatus(task: Task, call: Call, policy: TaskPolicy): void {
  let last = task.lastUpdatedAt;
  task.watchers.add(() => {
    const params = policy.statusNotification?.(legacyTask(task), task);
    if (!params || task.lastUpdatedAt === last) return;
    last = task.lastUpdatedAt;
    call.standing()?.emit({ jsonrpc: "2.0", method: "notifications/tasks/status", params });
  });
}

/** Asks `question` on one stream alone. When that is gone before the answer, another may ask. */
async function deliver(question: Question, task: Task, ask: Ask, policy: TaskPolicy): Promise<void> {
  const { method, params } = question.request;
  question.delivering = true;
  try {
    question.answer(await ask(method, policy.askParams(params, task)));
  } catch {
    question.delivering = false;
    stirTask(task);
  }
}
