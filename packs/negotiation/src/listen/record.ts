import { type Exchange, isObject, type Json, type JsonObject, member, sentJson } from "@mcptest/pack";
import { subscriptionOf } from "../calls/requests.js";
import { isAcknowledgement } from "./open.js";

/** One `subscriptions/listen` of the record. */
export interface Listen {
  exchange: Exchange;
  id: Json;
  /** `params.notifications` as sent. */
  filter: JsonObject;
  /** What belongs to it, in order: over HTTP all that came, on stdio what names it, and its acknowledgement and response. */
  messages: JsonObject[];
  /** The first acknowledgement. */
  ack?: JsonObject;
}

/** The listens among exchanges. */
export function listensIn(exchanges: readonly Exchange[]): Listen[] {
  return exchanges.flatMap((exchange): Listen[] => {
    const { method, id, request } = exchange;
    if (method !== "subscriptions/listen" || request === null || id === undefined) return [];
    const filter = member(member(sentJson(exchange), "params"), "notifications");
    const messages = exchange.messages.flatMap(({ json }) => (isObject(json) && isOwn(exchange, json) ? [json] : []));
    const ack = messages.find(isAcknowledgement);
    return [{ exchange, id, filter: isObject(filter) ? filter : {}, messages, ...(ack ? { ack } : {}) }];
  });
}

/** stdio gives an exchange that is alone whatever else comes; that is another request's, or nobody's. */
function isOwn({ transport }: Exchange, json: JsonObject): boolean {
  if (transport !== "stdio" || subscriptionOf(json) !== undefined) return true;
  const method = member(json, "method");
  return method === undefined || method === "notifications/cancelled" || isAcknowledgement(json);
}

/** What came on a stdio connection for a subscription that was not open. */
export interface Stray {
  exchange: Exchange;
  json: JsonObject;
  subscription: Json;
}

/** Messages of that kind that are looked at; a server that sends more has shown enough. */
const MOST_STRAYS = 1_000;

/** The messages that name a subscription and belong to no open exchange. */
export function straysIn(exchanges: readonly Exchange[]): Stray[] {
  const strays: Stray[] = [];
  for (const exchange of exchanges) {
    if (exchange.request !== null) continue;
    for (const { json } of exchange.messages) {
      const subscription = subscriptionOf(json);
      if (isObject(json) && subscription !== undefined) strays.push({ exchange, json, subscription });
      if (strays.length >= MOST_STRAYS) return strays;
    }
  }
  return strays;
}

/** Two ids of the same value and JSON type. */
export function sameId(one: Json | undefined, other: Json | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** `1` and `"1"`: the same but for their type. */
export function looksLike(one: Json, other: Json): boolean {
  return typeof one !== typeof other && String(one) === String(other);
}

/** The agreed filter of an acknowledgement, where it is an object. */
export function agreedBy(ack: JsonObject): JsonObject | undefined {
  const agreed = member(member(ack, "params"), "notifications");
  return isObject(agreed) ? agreed : undefined;
}

/** `method` of a notification; `undefined` for a response and for a request. */
export function notificationOf(json: JsonObject): string | undefined {
  const method = member(json, "method");
  return typeof method === "string" && member(json, "id") === undefined ? method : undefined;
}
