import { isObject, type Json, type JsonObject, member } from "@mcptest/pack";

/** One `_meta` object of a message, with where it stands: `result`, `tool "x"`. */
export interface Meta {
  where: string;
  meta: JsonObject;
}

/** How deep content blocks are looked into: a tool result within a message holds blocks itself. */
const DEPTH = 3;

/** The lists whose items have `_meta`, by method: the member that holds them, and what an item is called by. */
const LISTS: ReadonlyMap<string, readonly [key: string, what: string, name: string]> = new Map([
  ["tools/list", ["tools", "tool", "name"]],
  ["prompts/list", ["prompts", "prompt", "name"]],
  ["resources/list", ["resources", "resource", "uri"]],
  ["resources/templates/list", ["resourceTemplates", "resource template", "uriTemplate"]],
  ["resources/read", ["contents", "contents of", "uri"]],
  ["tasks/list", ["tasks", "task", "taskId"]],
]);

/**
 * Every `_meta` of a message at the places where a schema defines one. Values of any form (`arguments`,
 * `structuredContent`, schemas, settings, the text of contents) are not looked into (D01). `method`: of the request that a
 * response answers.
 */
export function metasIn(json: Json, method: string | undefined): Meta[] {
  const own = member(json, "method");
  if (typeof own === "string") return inParams(own, member(json, "params"));
  const result = member(json, "result");
  return isObject(result) ? inResult(method ?? "", result) : [];
}

function inParams(method: string, params: Json | undefined): Meta[] {
  const own = metaOf(`params of ${method}`, params);
  if (method === "sampling/createMessage") return [...own, ...inMessages(params)];
  return method === "notifications/tasks" ? [...own, ...inInlined(params)] : own;
}

function inResult(method: string, result: JsonObject): Meta[] {
  const own = metaOf(`result of ${method}`, result);
  const list = LISTS.get(method);
  if (list) return [...own, ...inList(member(result, list[0]), list)];
  switch (method) {
    case "tools/call":
    case "tasks/result":
      return [...own, ...inBlocks(member(result, "content")), ...inTask(result), ...inQuestions(result)];
    case "prompts/get":
      return [...own, ...inMessages(result), ...inQuestions(result)];
    case "tasks/get":
      return [...own, ...inInlined(result), ...inQuestions(result)];
    default:
      return own;
  }
}

function metaOf(where: string, value: unknown): Meta[] {
  const meta = member(value, "_meta");
  return isObject(meta) ? [{ where, meta }] : [];
}

function inList(items: Json | undefined, [, what, name]: readonly [string, string, string]): Meta[] {
  return itemsOf(items).flatMap((item) => metaOf(`${what} ${JSON.stringify(member(item, name)) ?? ""}`, item));
}

/** Content blocks, an embedded resource in one, and the blocks of a tool result. */
function inBlocks(blocks: Json | undefined, depth = DEPTH): Meta[] {
  if (depth === 0) return [];
  return itemsOf(blocks).flatMap((block) => [
    ...metaOf("a content block", block),
    ...metaOf("an embedded resource", member(block, "resource")),
    ...(member(block, "type") === "tool_result" ? inBlocks(member(block, "content"), depth - 1) : []),
  ]);
}

/** Messages of a prompt or of a sampling request: their content is one block or several. */
function inMessages(value: unknown): Meta[] {
  return itemsOf(member(value, "messages")).flatMap((message) => {
    const content = member(message, "content");
    return [...metaOf("a message", message), ...inBlocks(Array.isArray(content) ? content : [content ?? null])];
  });
}

/** The result of the call that a task stands for. */
function inInlined(task: unknown): Meta[] {
  const result = member(task, "result");
  return [...metaOf("the result of a task", result), ...inBlocks(member(result, "content"))];
}

/** The task of 2025-11-25 that a call has made. */
function inTask(result: JsonObject): Meta[] {
  return metaOf("a task", member(result, "task"));
}

/** What the server asks for in `inputRequests`. */
function inQuestions(result: JsonObject): Meta[] {
  const requests = member(result, "inputRequests");
  if (!isObject(requests)) return [];
  return Object.values(requests).flatMap((request) => {
    const method = member(request, "method");
    return typeof method === "string" ? inParams(method, member(request, "params")) : [];
  });
}

function itemsOf(value: unknown): Json[] {
  return Array.isArray(value) ? (value as Json[]) : [];
}
