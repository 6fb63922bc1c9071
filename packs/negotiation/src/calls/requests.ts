import { type Exchange, type Json, type JsonObject, META, member, type ReceivedMessage, sentJson } from "@mcptest/pack";
import { beganAt } from "../clock.js";

/** Milliseconds for which what was on its way on another stream may still come (L5). */
export const GRACE_MS = 2_000;

/** Id of the subscription that a message names; `undefined` where it names none. */
export function subscriptionOf(json: unknown): Json | undefined {
  const params = member(json, "params");
  return member(member(params, "_meta"), META.subscriptionId);
}

/** `_meta` of a request of ours. */
export function sentMeta(exchange: Exchange): Json | undefined {
  return member(member(sentJson(exchange), "params"), "_meta");
}

/** Index in `messages` of the response to the request; `undefined` where there is none. */
export function responseIndex({ messages, response }: Exchange): number | undefined {
  if (response === undefined) return undefined;
  const index = messages.findIndex(({ json }) => json === response || isAnswer(json, response));
  return index < 0 ? undefined : index;
}

/** On its way to a pack a response may have become another object. */
function isAnswer(json: unknown, response: JsonObject): boolean {
  return member(json, "method") === undefined && JSON.stringify(member(json, "id")) === JSON.stringify(response.id);
}

/** When a message came, in milliseconds of the clock of the transcript. */
export function arrivedAt(exchange: Exchange, { afterMs }: ReceivedMessage): number {
  return beganAt(exchange) + afterMs;
}

/** When a request of ours was over; `undefined` where it never was answered (it timed out, or we gave it up). */
export function answeredAt(exchange: Exchange): number | undefined {
  const index = responseIndex(exchange);
  const message = index === undefined ? undefined : exchange.messages[index];
  return message && arrivedAt(exchange, message);
}

/** True for the two notifications that belong to a request and never to a subscription. */
export function isRequestScoped(json: unknown): boolean {
  const method = member(json, "method");
  return method === "notifications/progress" || method === "notifications/message";
}

/** A message that travels on a listen stream: over HTTP all on it, on stdio what names a subscription. */
export function isOnListen(exchange: Exchange, json: unknown): boolean {
  if (exchange.transport === "stdio") return subscriptionOf(json) !== undefined;
  return exchange.method === "subscriptions/listen";
}
