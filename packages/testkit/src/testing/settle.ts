import { at, isObject, type JsonObject, member } from "@mcptest/pack";
import { DECLARED } from "./requests.js";
import type { TestSession } from "./session.js";

/** Polls after which a task of a faulty server is taken as it is. */
const MOST_POLLS = 60;

/** Calls the tool `name`, and gives the id of its task. */
export async function create(session: TestSession, name: string, capabilities = DECLARED): Promise<string> {
  const { response } = await session.call("tools/call", { name }, capabilities);
  return String(at(response, "result", "taskId"));
}

/** The status of a task however it is written, also where the task is nested. */
export function statusOf(task: JsonObject): string {
  const status = task.status ?? member(task.task, "status");
  return String(status).toLowerCase().replace("canceled", "cancelled").replace("-", "_");
}

/** Whether `task` has ended. */
export function hasEnded(task: JsonObject): boolean {
  return ["completed", "failed", "cancelled"].includes(statusOf(task));
}

/** Polls `tasks/get` until `done` says so or the task has ended, not for ever. Gives the last answer. */
export async function settle(
  session: TestSession,
  taskId: string,
  capabilities: JsonObject,
  done: (task: JsonObject) => boolean = () => false,
): Promise<JsonObject> {
  let last: JsonObject = {};
  for (let poll = 0; poll < MOST_POLLS; poll += 1) {
    const { response } = await session.call("tasks/get", { taskId }, capabilities);
    last = isObject(response.result) ? response.result : response;
    if (hasEnded(last) || done(last)) break;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return last;
}

/** Whether `task` waits for input. */
export function asks(task: JsonObject): boolean {
  return statusOf(task) === "input_required";
}

/** Keys of the input requests of `task`. */
export function keysOf(task: JsonObject): string[] {
  return isObject(task.inputRequests) ? Object.keys(task.inputRequests) : [];
}

/** Accepting answers to `keys`, or to the name of the first question where none is shown. */
export function accepting(keys: string[]): JsonObject {
  const answer = { action: "accept", content: { name: "Ada", city: "Ghent", colour: "red" } };
  return Object.fromEntries((keys.length > 0 ? keys : ["name"]).map((key) => [key, answer]));
}

/** What the times in these task objects, oldest first, have to do with each other. */
export function timesOf(tasks: JsonObject[]): JsonObject {
  const times = (name: string) => tasks.map((task) => Date.parse(String(task[name])));
  const [created, updated] = [times("createdAt"), times("lastUpdatedAt")];
  return {
    constant: new Set(created).size === 1,
    ordered: updated.every((time, index) => time >= (created[index] ?? 0)),
    forward: updated.every((time, index) => time >= (updated[index - 1] ?? 0)),
  };
}
