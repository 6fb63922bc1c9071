import { at, excerpt, isObject, type JsonObject, member } from "@mcptest/pack";
import type { TaskSighting } from "./ledger.js";

/** What is wrong with the `resultType` of an answer to `tasks/get` (I18), or `undefined`. */
export function judgeGetResultType(result: JsonObject): string | undefined {
  const resultType = member(result, "resultType");
  if (resultType === "complete") return undefined;
  if (resultType === undefined) return '"resultType" is missing; it is "complete" in every status';
  if (resultType === "task")
    return '"resultType" is "task", as in two examples of the specification itself, which its text and its schema contradict: "task" marks the answer to tools/call alone';
  return `"resultType" is ${excerpt(resultType, 60)}; it is "complete" in every status`;
}

/**
 * What a task object lacks of the payload of its status (I19): `inputRequests`, or `error`. The `result` of a completed
 * task is judged with its shape (I20).
 */
export function judgePayload(task: JsonObject): string | undefined {
  const status = member(task, "status");
  if (status === "input_required") return needed(task, status, "inputRequests");
  if (status === "failed") return needed(task, status, "error");
  return undefined;
}

function needed(task: JsonObject, status: string, name: string): string | undefined {
  const value = member(task, name);
  if (isObject(value)) return undefined;
  const came = value === undefined ? "there is none" : `it is ${excerpt(value, 60)}`;
  return `a task that is ${status} has an object "${name}"; ${came}`;
}

/** Task members only inside a nested `task` (J5). */
export const NESTED_TASK =
  'the task\'s members stand inside a nested "task" object, which is the form of the answer to tools/call on 2025-11-25; here they stand at the top level of the result';

/** The answer is about another task than the one that was asked for. */
export function isOtherTask({ requestedId, task }: TaskSighting): boolean {
  const taskId = member(task, "taskId");
  return typeof taskId === "string" && taskId !== requestedId;
}

/** What is odd about the `resultType` inside the inlined result (I57, J3), or `undefined`. */
export function judgeInlinedResultType(task: JsonObject): string | undefined {
  const resultType = at(task, "result", "resultType");
  if (member(task, "status") !== "completed" || resultType === undefined || resultType === "complete") return undefined;
  return `"result.resultType" is ${excerpt(resultType, 60)}: the result of the tool says "complete", or nothing`;
}
