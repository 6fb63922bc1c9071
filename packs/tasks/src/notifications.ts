import { isDeepStrictEqual } from "node:util";
import { excerpt, isObject, type JsonObject, META, member } from "@mcptest/pack";
import { judgeDurations } from "./duration-shape.js";
import { judgePayload, NESTED_TASK } from "./get-answers.js";
import { judgeMembers, judgeStatus, judgeTimestamps } from "./task-members.js";

/** Everything that is wrong with a task object, whatever row it belongs to. */
export function judgeWholeTask(task: JsonObject, wire: "extension" | "legacy" = "extension"): string[] {
  const status = judgeStatus(task);
  const hasPayload = wire === "extension";
  const payload = hasPayload ? judgePayload(task) : undefined;
  const isBare = hasPayload && member(task, "status") === "completed" && !isObject(member(task, "result"));
  return [
    ...judgeMembers(task, "notification"),
    ...judgeTimestamps(task).violations,
    ...judgeDurations(task, wire).violations,
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

/** Members that are compared, and of those that are objects the members of which the rule speaks. */
const COMPARED: readonly [name: string, members?: readonly string[]][] = [
  ["taskId"],
  ["status"],
  ["createdAt"],
  ["result", ["content", "structuredContent", "isError"]],
  ["error", ["code", "message", "data"]],
  ["inputRequests"],
];

/** Members in which a notification differs from the answer to `tasks/get` in the same state (the warning of I44). */
export function differsFrom(params: JsonObject, read: JsonObject): string[] {
  return COMPARED.filter(([name, members]) => {
    const [one, other] = [params, read].map((task) => compared(member(task, name), members));
    return !isDeepStrictEqual(one, other);
  }).map(([name]) => name);
}

function compared(value: unknown, members: readonly string[] | undefined): unknown {
  if (!isObject(value) || members === undefined) return value;
  return members.map((name) => member(value, name));
}
