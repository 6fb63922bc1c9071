import { at, type Exchange, excerpt, type Json, member, sentJson } from "@mcptest/pack";
import { arrivedAt, GRACE_MS, subscriptionOf } from "../calls/requests.js";
import type { Sighting } from "../sightings.js";
import { sentOf } from "./acks.js";
import { meantListen } from "./ids.js";
import { type Listen, listensIn, notificationOf, type Stray, sameId, straysIn } from "./record.js";
import { isChange } from "./traffic.js";

/** A listen that we have cancelled on stdio, and when. */
export interface Cancelled {
  listen: Listen;
  at: number;
}

/** The listens that we have cancelled on stdio connections. */
export function cancelledIn(exchanges: readonly Exchange[]): Cancelled[] {
  return listensIn(exchanges).flatMap((listen) => {
    const { transport, connection } = listen.exchange;
    const cancel = exchanges.find(
      (other) =>
        other.connection === connection &&
        other.method === "notifications/cancelled" &&
        sameId(at(sentJson(other), "params", "requestId"), listen.id),
    );
    return transport === "stdio" && cancel ? [{ listen, at: Date.parse(cancel.sentAt) }] : [];
  });
}

/** What came for a cancelled listen after the grace window (F08). */
export function afterCancel(exchanges: readonly Exchange[]): Sighting[] {
  return cancelledIn(exchanges).flatMap(({ listen, at: cancelledAt }) =>
    exchanges
      .filter(({ connection, request }) => connection === listen.exchange.connection && request === null)
      .flatMap((exchange) =>
        exchange.messages.flatMap((message): Sighting[] => {
          const { json } = message;
          if (!sameId(namedBy(json), listen.id) || arrivedAt(exchange, message) <= cancelledAt + GRACE_MS) return [];
          return [
            {
              kind: "a message for a cancelled subscription",
              subject:
                typeof member(json, "method") === "string" ? String(member(json, "method")).slice(0, 80) : "result",
              exchange: exchange.number,
              finding: {
                sent: `${sentOf(listen)}, then notifications/cancelled for it`,
                came: `${Math.round((arrivedAt(exchange, message) - cancelledAt) / 100) / 10} s later came ${excerpt(json, 200)}`,
                rule: "F08: after notifications/cancelled with the id of a listen nothing more is sent for it",
                fix: "end the subscription when notifications/cancelled names the id of its request",
              },
            },
          ];
        }),
      ),
  );
}

/** The listen that a message names: by subscription id, as its response, or as what ends it. */
function namedBy(json: unknown): Json | undefined {
  const method = member(json, "method");
  if (method === undefined) return member(json, "id");
  if (method === "notifications/cancelled") return at(json, "params", "requestId");
  return subscriptionOf(json);
}

/**
 * Streams that the server ended without a word (F09). Where the server broke on another request, which stands in `all` with
 * deliberate violations, that is only noted: whoever crashes says nothing any more.
 */
export function endedSilently(exchanges: readonly Exchange[], all: readonly Exchange[] = exchanges): Sighting[] {
  return listensIn(exchanges).flatMap((listen): Sighting[] => {
    const { exchange, messages, ack } = listen;
    // What is no stream at all is F07's.
    if (ack === undefined || exchange.messages.some(({ via }) => via === "body")) return [];
    if (!isEndedByServer(exchange)) return [];
    const said = messages.some(
      (json) => member(json, "method") === undefined || notificationOf(json) === "notifications/cancelled",
    );
    if (said) return [];
    const other = all.find((each) => mayHaveBroken(each, exchange));
    const ended = `the server ended the stream after ${Math.round(exchange.durationMs)} ms with neither a result nor notifications/cancelled`;
    return [
      {
        kind: other ? "the end of the server" : "no word at the end",
        subject: "subscriptions/listen",
        outcome: other ? "note" : "warn",
        exchange: exchange.number,
        finding: {
          sent: sentOf(listen),
          came: other
            ? `${ended}, with ${other.method ?? "a message"} (exchange ${other.number}) in progress or just before, which may have broken it; so nothing is said about the end of the subscription`
            : ended,
          rule: "F09: a server that ends a subscription sends its completion result or notifications/cancelled, and then closes",
          fix: other
            ? "look first at what ended the server"
            : "answer the listen with a complete result before its stream is closed",
        },
      },
    ];
  });
}

/** Milliseconds between what breaks a server and the end of its process. */
const BREAKING_MS = 500;

/**
 * Another message that the server may have broken on when the listen ended: one that got no answer because the connection
 * ended; on stdio, where all that is open ends with the process, also one that was sent or answered just before.
 */
function mayHaveBroken(other: Exchange, listen: Exchange): boolean {
  const { request, method, transport, connection, outcome } = other;
  if (request === null || method === "subscriptions/listen") return false;
  const end = endedAt(listen);
  if (Date.parse(other.sentAt) > end + BREAKING_MS || endedAt(other) < end - BREAKING_MS) return false;
  if (transport === "http") return outcome === "closed" && other.cause !== "ABORTED";
  return connection === listen.connection;
}

function endedAt({ sentAt, durationMs }: Exchange): number {
  return Date.parse(sentAt) + durationMs;
}

/** Over HTTP the end of the stream; on stdio, where there is no such thing, that of a process which ended by itself. */
function isEndedByServer({ transport, endedBy, outcome, cause }: Exchange): boolean {
  if (transport === "http") return endedBy === "server";
  return outcome === "closed" && cause === undefined;
}

/** Changes that name a subscription which is not open (F16). What we have cancelled is F08's, a wrong id F04's. */
export function strayChanges(exchanges: readonly Exchange[]): Sighting[] {
  const listens = listensIn(exchanges);
  const strays = straysIn(exchanges);
  return strays.flatMap((stray): Sighting[] => {
    const { exchange, json, subscription } = stray;
    const method = notificationOf(json);
    if (exchange.transport !== "stdio" || !isChange(method) || !isStray(stray, listens, strays)) return [];
    return [
      {
        kind: "a change for no open subscription",
        subject: String(method),
        exchange: exchange.number,
        finding: {
          sent: "no subscription with this id, or one that had ended",
          came: `received ${excerpt(json, 200)}`,
          rule: "F16: a change notification carries the id of a subscription that is open",
          fix: `forget a subscription when it ends, and never make up an id such as ${excerpt(subscription, 40)}`,
        },
      },
    ];
  });
}

function isStray(stray: Stray, listens: readonly Listen[], strays: readonly Stray[]): boolean {
  const { exchange, subscription } = stray;
  const own = listens.find(
    (listen) => listen.exchange.connection === exchange.connection && sameId(listen.id, subscription),
  );
  if (!own) return meantListen(stray, listens, strays) === undefined;
  const ended = endOf(own.exchange);
  // Without a response of the server it was we who ended it.
  return ended !== undefined && exchange.messages.some((message) => arrivedAt(exchange, message) > ended + GRACE_MS);
}

/** When the server ended a listen itself: by its response, or by cancelling it. */
function endOf(exchange: Exchange): number | undefined {
  const end = exchange.messages.find(
    ({ json }) => json === exchange.response || member(json, "method") === "notifications/cancelled",
  );
  return end && arrivedAt(exchange, end);
}
