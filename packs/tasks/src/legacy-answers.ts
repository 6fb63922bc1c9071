import {
  automatic,
  isObject,
  type Json,
  type JsonObject,
  META,
  member,
  type ServerAnswer,
  type ServerRequest,
} from "@mcptest/pack";
import type { InputResponses } from "./options.js";

/** The answer to a request of the server, and whether it says what is configured. */
export interface LegacyAnswer {
  answer: ServerAnswer;
  /** False where nothing is configured for the request: the question is dismissed then, so that the task can go on. */
  configured: boolean;
}

/** The member that a bare result of each kind of request has. */
const MEMBER_OF: ReadonlyMap<string, string> = new Map([
  ["elicitation/create", "action"],
  ["sampling/createMessage", "role"],
  ["roots/list", "roots"],
]);

/**
 * 2025-11-25: the answer to a request of the server. There are no keys, so a configured answer fits that has the form of the
 * request's kind and, in this order, is named like a field of the form, is the only one, or is named `"*"`. What answers a
 * request about a task names that task too (H45).
 */
export function legacyAnswer({ method, params }: ServerRequest, configured: InputResponses | undefined): LegacyAnswer {
  const kind = MEMBER_OF.get(method);
  if (kind === undefined) return { answer: refusal(-32601, "Method not found"), configured: false };
  const own =
    configured === "auto" ? automatic({ method, params: params ?? null }) : chosen(fitting(configured, kind), params);
  const result = own ?? dismissal(method);
  if (result === undefined) return { answer: refusal(-1, "User rejected the request"), configured: false };
  return { answer: { result: { ...result, ...related(result, params) } }, configured: own !== undefined };
}

/** The configured answers with the form of one kind of request. */
function fitting(configured: Record<string, JsonObject> | undefined, kind: string): [string, JsonObject][] {
  return Object.entries(configured ?? {}).filter(([, answer]) => member(answer, kind) !== undefined);
}

function chosen(answers: [string, JsonObject][], params: Json | undefined): JsonObject | undefined {
  const fields = member(member(params, "requestedSchema"), "properties");
  const byField = answers.find(([name]) => isObject(fields) && Object.hasOwn(fields, name));
  const only = answers.length === 1 ? answers[0] : undefined;
  return (byField ?? only ?? answers.find(([name]) => name === "*"))?.[1];
}

/** What a user without an opinion says; a model's message cannot be made up. */
function dismissal(method: string): JsonObject | undefined {
  if (method === "roots/list") return { roots: [] };
  return method === "elicitation/create" ? { action: "cancel" } : undefined;
}

function related(result: JsonObject, params: Json | undefined): { _meta?: JsonObject } {
  const task = member(member(params, "_meta"), META.relatedTask);
  const meta = member(result, "_meta");
  if (!isObject(task)) return {};
  return { _meta: { ...(isObject(meta) ? meta : {}), [META.relatedTask]: task } };
}

function refusal(code: number, message: string): ServerAnswer {
  return { error: { code, message } };
}
