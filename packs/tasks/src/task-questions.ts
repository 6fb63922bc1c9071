import { at, type Exchange, excerpt, isObject, META } from "@mcptest/pack";
import { isInput } from "./own-connection.js";
import { type ServerMessage, serverMessages, type TaskCall, taskAskedFor, taskCalls } from "./server-messages.js";

/** A question of the server that a task has caused, for certain. */
export interface TaskQuestion {
  message: ServerMessage;
  taskId: string;
}

/**
 * The questions that belong to a task (H15): those in the stream of its `tasks/result`, and those on a connection where
 * one task was made, nothing else of ours being open. Requests about the client itself, such as `roots/list`, may have any
 * reason.
 */
export function taskQuestions(exchanges: readonly Exchange[]): TaskQuestion[] {
  const calls = taskCalls(exchanges);
  return serverMessages(exchanges).flatMap((message) => {
    if (!message.isRequest || !isInput(message)) return [];
    const taskId = ownTask(message.exchange, calls) ?? onlyTask(message, calls, exchanges);
    return taskId === undefined ? [] : [{ message, taskId }];
  });
}

/** The task of a `tasks/result` in whose stream something came; over stdio there is one stream for everything. */
function ownTask(exchange: Exchange, calls: readonly TaskCall[]): string | undefined {
  const taskId = exchange.method === "tasks/result" ? taskAskedFor(exchange) : undefined;
  const isOurs = exchange.transport === "http" && calls.some((call) => call.taskId === taskId);
  return isOurs ? taskId : undefined;
}

function onlyTask(
  { exchange, arrivedAt }: ServerMessage,
  calls: readonly TaskCall[],
  exchanges: readonly Exchange[],
): string | undefined {
  const [call, ...others] = calls.filter((one) => one.exchange.connection === exchange.connection);
  if (call === undefined || others.length > 0 || call.answeredAt > arrivedAt) return undefined;
  const isOtherOpen = exchanges.some((other) => {
    if (other.connection !== exchange.connection || other.id === undefined) return false;
    const sentAt = Date.parse(other.sentAt);
    const isOpen = sentAt <= arrivedAt && sentAt + other.durationMs >= arrivedAt;
    return isOpen && taskAskedFor(other) !== call.taskId;
  });
  return isOtherOpen ? undefined : call.taskId;
}

/** What is wrong with the related-task of a message that belongs to a task. */
export function wrongRelatedTask(holder: unknown, taskId: string): string | undefined {
  const related = at(holder, "_meta", META.relatedTask);
  const name = `_meta["${META.relatedTask}"]`;
  if (related === undefined) return `${name} is missing`;
  if (!isObject(related)) return `${name} must be an object with the taskId, not ${excerpt(related, 80)}`;
  return related.taskId === taskId ? undefined : `${name} names another task`;
}
