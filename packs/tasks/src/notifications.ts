import { isDeepStrictEqual } from "node:util";
import { excerpt, isObject, type JsonObject, META, member } from "@mcptest/pack";
import { judgeDurations } from "./duration-shape.js";
import { judgePayload, NESTED_TASK } from "./get-answers.js";
import { judgeMembers, judgeStatus, judgeTimestamps } from "./task-members.js";

/** Everything that is wrong with a task object, whatever row it belongs to. */
export function judgeWholeTask(task: JsonObject): string[] {
  const status = judgeStatus(task);
  const payload = judgePayload(task);
  const isBare = member(task, "status") === "completed" && !isObject(member(task, "result"));
  return [
    ...judgeMembers(task, "notification"),
    ...judgeTimestamps(task).violations,
    ...judgeDurations(task, "extension").violations,
    ...(status === undefined ? [] : [status]),
    ...(payload === undefined ? [] : [payload]),
    ...(isBare ? ['a task that is completed has an object "result"'] : []),
  ];
}

/** What is wrong with the params of `notifications/tasks` (I44). */
export function judgeNotification(params: JsonObject, listenId: unknown): string[] {
  const nested = member(params, "task");
  const subscription = member(member(params, "_meta"), META.subscriptionId);
  const untagged =
    subscription === listenId
      ? []
      : [
          `_meta["${META.subscriptionId}"] is ${excerpt(subscription, 60)}; it is the id of the listen, ${excerpt(listenId, 60)}`,
        ];
  if (isObject(nested) && member(params, "taskId") === undefined) return [NESTED_TASK, ...untagged];
  return [...judgeWholeTask(params), ...untagged];
}

const COMPARED = ["taskId", "status", "createdAt", "result", "error", "inputRequests"];

/** Members in which a notification differs from the answer to `tasks/get` in the same state (the warning of I44). */
export function differsFrom(params: JsonObject, read: JsonObject): string[] {
  return COMPARED.filter((name) => !isDeepStrictEqual(plain(member(params, name)), plain(member(read, name))));
}

/** A result without what may differ from place to place. */
function plain(value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== "_meta" && name !== "resultType"));
}
