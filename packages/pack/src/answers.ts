import { isObject, type Json, type JsonObject, member } from "./json.js";
import { sampleOf } from "./sample.js";

/**
 * Answers to what a server asks while it serves a call, as bare results by key; `"*"` answers any key that is not named.
 * `auto` makes an accepting answer from the schema of each form.
 */
export type InputResponses = "auto" | Record<string, JsonObject>;

/** Answers to the requests that a server has open. */
export interface Answers {
  /** Bare results by key, as `inputResponses` carries them. */
  responses: JsonObject;
  /** Keys that were answered. */
  keys: string[];
  /** Keys for which nothing is configured, and which `auto` cannot answer. */
  unanswered: string[];
}

/** Answers the entries of `inputRequests` whose keys are not in `already`. */
export function answersTo(
  inputRequests: unknown,
  configured: InputResponses | undefined,
  already: ReadonlySet<string> = new Set(),
): Answers {
  const open = isObject(inputRequests) ? Object.entries(inputRequests).filter(([key]) => !already.has(key)) : [];
  const answered: [string, Json][] = [];
  const unanswered: string[] = [];
  for (const [key, request] of open) {
    const answer = configured === "auto" ? automatic(request) : (member(configured, key) ?? member(configured, "*"));
    if (answer === undefined) unanswered.push(key);
    else answered.push([key, answer]);
  }
  return { responses: Object.fromEntries(answered), keys: answered.map(([key]) => key), unanswered };
}

/** Accepts forms, declines pages to visit, shares no roots. A model's message cannot be made up. */
export function automatic(request: Json): JsonObject | undefined {
  const method = member(request, "method");
  if (method === "roots/list") return { roots: [] };
  if (method !== "elicitation/create") return undefined;
  const params = member(request, "params");
  const content = member(params, "mode") === "url" ? undefined : sampleOf(member(params, "requestedSchema"));
  return isObject(content) ? { action: "accept", content } : { action: "decline" };
}
