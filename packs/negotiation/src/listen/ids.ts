import { type Exchange, excerpt, type Json, type JsonObject, META, member } from "@mcptest/pack";
import { isRequestScoped, subscriptionOf } from "../calls/requests.js";
import type { Sighting } from "../sightings.js";
import { sentOf } from "./acks.js";
import { isAcknowledgement } from "./open.js";
import { type Listen, listensIn, looksLike, notificationOf, type Stray, sameId, straysIn } from "./record.js";

/** Messages of a subscription that do not carry its id (F04). */
export function wronglyTagged(exchanges: readonly Exchange[]): Sighting[] {
  const listens = listensIn(exchanges);
  const onStream = listens.flatMap((listen) =>
    listen.messages
      .filter((json) => isUntagged(json, listen, listens))
      .map((json) => sighting(listen.exchange, json, listen)),
  );
  const strays = straysIn(exchanges);
  const stray = strays.flatMap((one) => {
    const meant = meantListen(one, listens, strays);
    return meant ? [sighting(one.exchange, one.json, meant)] : [];
  });
  return [...onStream, ...stray];
}

function isUntagged(json: JsonObject, listen: Listen, listens: readonly Listen[]): boolean {
  const { id, exchange } = listen;
  const method = member(json, "method");
  if (method === "notifications/cancelled" || isRequestScoped(json)) return false;
  const given = tagOf(json);
  if (method === undefined) return isResult(json) && !sameId(given, id);
  if (notificationOf(json) === undefined) return false;
  // An acknowledgement without any id is F02's.
  if (isAcknowledgement(json) && given === undefined) return false;
  if (sameId(given, id)) return false;
  return !listens.some((other) => other !== listen && isBeside(other.exchange, exchange) && sameId(other.id, given));
}

/** Another listen on the same connection at the same time: its id on this stream is F10's matter. */
export function isBeside(one: Exchange, other: Exchange): boolean {
  if (one.connection !== other.connection || one.number === other.number) return false;
  const [from, to] = [one, other].map(({ sentAt, durationMs }) => [
    Date.parse(sentAt),
    Date.parse(sentAt) + durationMs,
  ]) as [[number, number], [number, number]];
  return from[0] <= to[1] && to[0] <= from[1];
}

function isResult(json: JsonObject): boolean {
  return member(json, "result") !== undefined;
}

function tagOf(json: JsonObject): Json | undefined {
  const result = member(json, "result");
  return result === undefined ? subscriptionOf(json) : member(member(result, "_meta"), META.subscriptionId);
}

/**
 * The listen that a message on stdio was meant for that names a subscription which there is not: its id with another JSON
 * type, or an id of the server's own under which it was acknowledged.
 */
export function meantListen(
  { exchange, json, subscription }: Stray,
  listens: readonly Listen[],
  strays: readonly Stray[],
): Listen | undefined {
  const near = listens.filter((listen) => listen.exchange.connection === exchange.connection);
  if (near.some(({ id }) => sameId(id, subscription))) return undefined;
  const sameButType = near.find(({ id }) => looksLike(id, subscription));
  if (sameButType) return sameButType;
  const own = strays.find(
    (other) =>
      other.exchange.connection === exchange.connection &&
      isAcknowledgement(other.json) &&
      sameId(other.subscription, subscription),
  );
  if (!own && !isAcknowledgement(json)) return undefined;
  return near.findLast(({ exchange: { number } }) => number < (own ?? { exchange }).exchange.number);
}

function sighting(exchange: Exchange, json: JsonObject, listen: Listen): Sighting {
  const given = tagOf(json);
  return {
    kind: given === undefined ? "no subscription id" : "another subscription id",
    subject: notificationOf(json) ?? "result",
    exchange: exchange.number,
    finding: {
      sent: `${sentOf(listen)} and id ${excerpt(listen.id, 60)}`,
      came: `${excerpt(json, 200)} carries ${given === undefined ? "no subscription id" : `the subscription id ${excerpt(given, 60)}`}`,
      rule: `F04: every notification and the result of a subscription carry _meta["${META.subscriptionId}"], equal to the id of the request in value and JSON type`,
      fix: "copy the id of the listen as it came into _meta of everything that is sent for it",
    },
  };
}

/** Streams whose messages carry the id of another subscription that is open at the same time (F10). */
export function mixedUp(exchanges: readonly Exchange[]): Sighting[] {
  const listens = listensIn(exchanges);
  return listens.flatMap((listen) => {
    const others = listens.filter(({ exchange }) => isBeside(exchange, listen.exchange));
    return listen.messages.flatMap((json, index): Sighting[] => {
      const given = tagOf(json);
      const other = others.find(({ id }) => given !== undefined && sameId(id, given) && !sameId(given, listen.id));
      const isSecondAck = isAcknowledgement(json) && listen.messages.findIndex(isAcknowledgement) < index;
      if (!other && !(isSecondAck && others.some(({ ack }) => ack === undefined))) return [];
      return [
        {
          kind: "subscriptions are mixed up",
          subject: notificationOf(json) ?? "result",
          exchange: listen.exchange.number,
          finding: {
            sent: `two listens at once, with the ids ${excerpt(listen.id, 40)} and ${excerpt(other?.id ?? others[0]?.id, 40)}`,
            came: other
              ? `the stream of ${excerpt(listen.id, 40)} carries ${excerpt(json, 160)}`
              : `${excerpt(listen.id, 40)} was acknowledged twice, and the other not at all`,
            rule: "F10: several subscriptions may be open at once, each tagged with its own id",
            fix: "keep id and filter of each subscription by itself, not once for the connection or the server",
          },
        },
      ];
    });
  });
}
