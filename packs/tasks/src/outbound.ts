import { at, decodeHeaderValue, type Exchange, header, META, member, sentJson } from "@mcptest/pack";
import { PACK_NAME, TASKS_EXTENSION } from "./ids.js";

/**
 * The requests that the host and this pack sent, as far as their bodies are whole. Those of other packs are theirs to
 * answer for.
 */
export function ownRequests(exchanges: Exchange[]): Exchange[] {
  return exchanges.filter(
    ({ tags, request }) =>
      request !== null && request.cut === undefined && (tags.pack === undefined || tags.pack === PACK_NAME),
  );
}

/** What a request carries that belongs to the other wire, in words. */
export function forbiddenDeclarations(exchange: Exchange, wire: "extension" | "legacy"): string[] {
  const params = member(sentJson(exchange), "params");
  if (wire === "extension") return member(params, "task") === undefined ? [] : ["params.task"];
  const perRequest = at(params, "_meta", META.clientCapabilities, "extensions", TASKS_EXTENSION);
  const opening = at(params, "capabilities", "extensions", TASKS_EXTENSION);
  return [
    ...(perRequest === undefined
      ? []
      : [`params._meta["${META.clientCapabilities}"].extensions["${TASKS_EXTENSION}"]`]),
    ...(opening === undefined ? [] : [`params.capabilities.extensions["${TASKS_EXTENSION}"]`]),
  ];
}

/** Why `Mcp-Name` of a request about a task does not name its task, or `undefined` when it does (I74). */
export function wrongMcpName(exchange: Exchange): string | undefined {
  const taskId = at(sentJson(exchange), "params", "taskId");
  const value = header(exchange.request?.headers ?? [], "Mcp-Name");
  if (value === undefined) return `there is no Mcp-Name, and params.taskId is ${JSON.stringify(taskId)}`;
  if (typeof taskId === "string" && decodeHeaderValue(value) === inUtf8(taskId)) return undefined;
  return `Mcp-Name is ${JSON.stringify(value)}, and params.taskId is ${JSON.stringify(taskId)}`;
}

/** A header can only hold what UTF-8 can: half of a surrogate pair travels as U+FFFD. */
function inUtf8(text: string): string {
  return Buffer.from(text, "utf8").toString("utf8");
}
