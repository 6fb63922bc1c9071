import { type Exchange, type Json, META, member, sentJson } from "@mcptest/pack";
import { mediaTypeOf } from "./answer.js";

/** The answer is an event stream. */
export function isStream(exchange: Exchange): boolean {
  return mediaTypeOf(exchange) === "text/event-stream";
}

/** The answer to a request, as an event stream that belongs to that request alone. */
export function isStreamOfRequest(exchange: Exchange): boolean {
  return exchange.id !== undefined && exchange.method !== "subscriptions/listen" && isStream(exchange);
}

/** Which request a notification on a stream belongs to, by what it carries. */
export type Relation =
  | { to: "subscription"; id: Json }
  | { to: "progress"; token: Json }
  | { to: "cancelled"; id: Json };

/** What a notification says of where it belongs, or `undefined` where it says nothing. */
export function relationOf(json: Json | undefined): Relation | undefined {
  const params = member(json, "params");
  const subscription = member(member(params, "_meta"), META.subscriptionId);
  if (subscription !== undefined) return { to: "subscription", id: subscription };
  const method = member(json, "method");
  if (method === "notifications/progress") {
    const token = member(params, "progressToken");
    return token === undefined ? undefined : { to: "progress", token };
  }
  if (method === "notifications/cancelled") {
    const id = member(params, "requestId");
    return id === undefined ? undefined : { to: "cancelled", id };
  }
  return undefined;
}

/** The token under which a request wants to hear of its progress. */
export function progressTokenOf(exchange: Exchange): Json | undefined {
  return member(member(member(sentJson(exchange), "params"), "_meta"), "progressToken");
}

/** The two exchanges were under way at the same time. */
export function overlap(a: Exchange, b: Exchange): boolean {
  const begins = (exchange: Exchange) => Date.parse(exchange.sentAt);
  const ends = (exchange: Exchange) => begins(exchange) + exchange.durationMs;
  return begins(a) <= ends(b) && begins(b) <= ends(a);
}
