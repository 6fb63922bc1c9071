import { at, type Exchange, isObject, type Json, META, member, resultOf } from "@mcptest/pack";
import { PACK_NAME } from "./ids.js";

/** What was exchanged by the host and by this pack without breaking a rule on purpose, as the first identity. */
export function passiveRecord(exchanges: readonly Exchange[]): Exchange[] {
  return exchanges.filter(
    ({ tags }) =>
      tags.defect === undefined && tags.identity === "first" && (tags.pack === undefined || tags.pack === PACK_NAME),
  );
}

/** Something that stands where it does not belong. */
export interface Stray {
  key: string;
  from: string;
  exchange: number;
}

/** The discriminator of a task handle on an answer to another method than `tools/call` and `tasks/get` (I07, I08). */
export function misplacedHandles(exchanges: readonly Exchange[]): (Stray & { withId: boolean })[] {
  return exchanges.flatMap((exchange) => {
    const { method = "", number } = exchange;
    const result = resultOf(exchange);
    if (member(result, "resultType") !== "task" || method === "tools/call" || method === "tasks/get") return [];
    const withId = typeof member(result, "taskId") === "string" && !method.startsWith("tasks/");
    return [{ key: `${method} was answered with "resultType": "task"`, from: method, exchange: number, withId }];
  });
}

/** Requests and notifications of the server under the names of this extension that it does not define (I54). */
export function foreignMethods(exchanges: readonly Exchange[]): Stray[] {
  return messages(exchanges).flatMap(({ json, exchange, from }) => {
    const method = member(json, "method");
    if (typeof method !== "string" || method === "notifications/tasks/status") return [];
    if (!method.startsWith("tasks/") && !method.startsWith("notifications/tasks/")) return [];
    return [{ key: `a message of the method ${JSON.stringify(method.slice(0, 80))}`, from, exchange }];
  });
}

/** What 2025-11-25 had and this wire has not (I58). */
export function leftovers(exchanges: readonly Exchange[]): Stray[] {
  return [
    ...exchanges.flatMap(fromResult),
    ...messages(exchanges).flatMap(({ json, exchange, from }) => {
      const found: Stray[] = [];
      if (member(json, "method") === "notifications/tasks/status")
        found.push({ key: "notifications/tasks/status, which is notifications/tasks here", from, exchange });
      if (at(json, "params", "_meta", META.relatedTask) !== undefined)
        found.push({ key: `_meta["${META.relatedTask}"] in a notification`, from, exchange });
      if (member(json, "method") === "notifications/tasks" && at(json, "params", "requestState") !== undefined)
        found.push({ key: '"requestState" on a task object', from, exchange });
      return found;
    }),
  ];
}

function fromResult(exchange: Exchange): Stray[] {
  const { method = "", number } = exchange;
  const result = resultOf(exchange);
  if (!isObject(result)) return [];
  const stray = (key: string): Stray => ({ key, from: method, exchange: number });
  const found: Stray[] = [];
  const tools = member(result, "tools");
  if (method === "tools/list" && Array.isArray(tools) && tools.some(hasTaskSupport))
    found.push(stray("execution.taskSupport on a tool: nothing advertises task tools here"));
  if ([result, member(result, "result")].some((one) => at(one, "_meta", META.relatedTask) !== undefined))
    found.push(stray(`_meta["${META.relatedTask}"] on a result`));
  const isTask = typeof member(result, "taskId") === "string" && member(result, "status") !== undefined;
  if (isTask && member(result, "requestState") !== undefined) found.push(stray('"requestState" on a task object'));
  return found;
}

function hasTaskSupport(tool: Json): boolean {
  return at(tool, "execution", "taskSupport") !== undefined;
}

/** Every message that is no response, with what it came for. */
function messages(exchanges: readonly Exchange[]): { json: Json; exchange: number; from: string }[] {
  return exchanges.flatMap(({ messages: received, number, method }) =>
    received.flatMap(({ json }) =>
      json !== undefined && member(json, "method") !== undefined
        ? [{ json, exchange: number, from: method ?? "unasked" }]
        : [],
    ),
  );
}
