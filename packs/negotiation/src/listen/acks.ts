import { type Exchange, excerpt, isObject, type Json, type JsonObject, META, member } from "@mcptest/pack";
import { isRequestScoped, subscriptionOf } from "../calls/requests.js";
import type { Sighting } from "../sightings.js";
import { isAcknowledgement } from "./open.js";
import { agreedBy, type Listen, listensIn, notificationOf } from "./record.js";

const GATED = [
  ["tools", "toolsListChanged"],
  ["prompts", "promptsListChanged"],
  ["resources", "resourcesListChanged"],
] as const;

/** The fields of a filter that are `true` or `false`. */
const TYPES: ReadonlySet<string> = new Set(GATED.map(([, field]) => field));

/** What was sent, for a message. */
export function sentOf({ filter }: Pick<Listen, "filter">): string {
  return `subscriptions/listen with notifications ${excerpt(filter, 120)}`;
}

/** Streams whose first message is no acknowledgement (F01). */
export function notFirst(exchanges: readonly Exchange[]): Sighting[] {
  return listensIn(exchanges).flatMap((listen): Sighting[] => {
    const first = listen.messages.find((json) => !isRequestScoped(json) && !isServerRequest(json));
    if (first === undefined || isAcknowledgement(first) || isObject(member(first, "error"))) return [];
    // On stdio an acknowledgement without the right id may stand beside it (F02, F04).
    if (listen.ack === undefined && isAcknowledgedBeside(listen, exchanges)) return [];
    // A stream that is none is another row's matter (F07), and so is an acknowledgement under another name (F02).
    if (listen.exchange.messages.some(({ via }) => via === "body") || isMisnamed(first)) return [];
    const what = notificationOf(first) ?? "result";
    return [
      {
        kind: "acknowledgement is not first",
        subject: what,
        exchange: listen.exchange.number,
        finding: {
          sent: sentOf(listen),
          came: `the first message is ${excerpt(first, 200)}`,
          rule: "F01: the first message of a subscription is notifications/subscriptions/acknowledged",
          fix: "send the acknowledgement before anything else, also before a result that ends the subscription at once",
        },
      },
    ];
  });
}

function isAcknowledgedBeside({ exchange }: Listen, exchanges: readonly Exchange[]): boolean {
  return exchanges.some(
    ({ request, connection, messages }) =>
      request === null && connection === exchange.connection && messages.some(({ json }) => isAcknowledgement(json)),
  );
}

function isServerRequest(json: JsonObject): boolean {
  return member(json, "method") !== undefined && member(json, "id") !== undefined;
}

/** A notification that has all of an acknowledgement but its name. */
export function isMisnamed(json: JsonObject): boolean {
  const method = notificationOf(json);
  return (
    method !== undefined &&
    !isAcknowledgement(json) &&
    /acknowledge/i.test(method) &&
    isObject(member(member(json, "params"), "notifications"))
  );
}

/** Acknowledgements that lack something (F02). On stdio one without an id may belong to no open exchange. */
export function misshapen(exchanges: readonly Exchange[]): Sighting[] {
  const unasked = exchanges.filter(({ request }) => request === null);
  const own = listensIn(exchanges).flatMap(({ exchange, filter, messages }) =>
    messages.map((json) => ({ exchange, sent: sentOf({ filter }), json })),
  );
  const stray = unasked.flatMap((exchange) =>
    exchange.messages.flatMap(({ json }) => (isObject(json) ? [{ exchange, sent: "subscriptions/listen", json }] : [])),
  );
  return [...own, ...stray].flatMap(({ exchange, sent, json }) =>
    wrongIn(json).map(
      (kind): Sighting => ({
        kind,
        subject: "notifications/subscriptions/acknowledged",
        exchange: exchange.number,
        finding: {
          sent,
          came: `${kind}: ${excerpt(json, 200)}`,
          rule: `F02: the acknowledgement is notifications/subscriptions/acknowledged with _meta["${META.subscriptionId}"] and an object "notifications"`,
          fix: 'send {"method": "notifications/subscriptions/acknowledged", "params": {"_meta": {subscription id}, "notifications": {agreed filter}}}',
        },
      }),
    ),
  );
}

function wrongIn(json: JsonObject): string[] {
  if (isMisnamed(json)) return ["the acknowledgement has another name"];
  if (!isAcknowledgement(json)) return [];
  const agreed = agreedBy(json);
  return [
    // One that is wrong is F04's.
    ...(subscriptionOf(json) === undefined ? ["the acknowledgement has no subscription id"] : []),
    ...(agreed ? misfits(agreed) : ['the acknowledgement has no object "notifications"']),
  ];
}

/** Fields of an agreed filter that have not the type of the schema. Those of extensions are for their own packs. */
function misfits(agreed: JsonObject): string[] {
  const isUris = (value: Json) => Array.isArray(value) && value.every((uri) => typeof uri === "string");
  return Object.entries(agreed).flatMap(([field, value]) => {
    if (TYPES.has(field)) return typeof value === "boolean" ? [] : [`the acknowledgement has no boolean ${field}`];
    const isWrong = field === "resourceSubscriptions" && !isUris(value);
    return isWrong ? ["the acknowledgement has no list of strings resourceSubscriptions"] : [];
  });
}

/** Agreed filters with more than was asked for (F03). */
export function agreedTooMuch(exchanges: readonly Exchange[]): Sighting[] {
  return listensIn(exchanges).flatMap((listen) =>
    listen.messages.filter(isAcknowledgement).flatMap((ack) =>
      Object.entries(agreedBy(ack) ?? {}).flatMap(([field, agreed]): Sighting[] => {
        const requested = member(listen.filter, field);
        if (isWithin(agreed, requested)) return [];
        return [
          {
            kind: "more was agreed than was asked for",
            subject: field,
            exchange: listen.exchange.number,
            finding: {
              sent: sentOf(listen),
              came: `the acknowledgement agrees to ${JSON.stringify(field)}: ${excerpt(agreed, 120)}, where ${excerpt(requested, 120)} was asked for`,
              rule: "F03: the agreed filter is a part of the requested one",
              fix: "acknowledge what the request names and the server serves, and nothing else",
            },
          },
        ];
      }),
    ),
  );
}

/** Compared by meaning: `false` and `[]` are the same as nothing. */
function isWithin(agreed: Json, requested: Json | undefined): boolean {
  if (agreed === true) return requested === true;
  if (!Array.isArray(agreed)) return true;
  const wanted = new Set((Array.isArray(requested) ? requested : []).map((one) => JSON.stringify(one)));
  return agreed.every((one) => wanted.has(JSON.stringify(one)));
}

/** Types that are advertised with `listChanged`, were asked for, and are not in the acknowledgement (F13). */
export function notAgreed(exchanges: readonly Exchange[], capabilities: JsonObject): Sighting[] {
  return listensIn(exchanges).flatMap((listen) => {
    const agreed = listen.ack && agreedBy(listen.ack);
    if (!agreed) return [];
    return GATED.flatMap(([capability, field]): Sighting[] => {
      if (member(member(capabilities, capability), "listChanged") !== true) return [];
      const given = member(agreed, field);
      // What is there with another type is F02's.
      const isThere = given !== undefined && given !== false;
      if (member(listen.filter, field) !== true || isThere) return [];
      return [
        {
          kind: "an advertised type is not agreed to",
          subject: field,
          outcome: "warn",
          exchange: listen.exchange.number,
          finding: {
            sent: sentOf(listen),
            came: `the acknowledgement leaves out ${field} (${excerpt(agreed, 120)}), and ${capability}.listChanged is advertised`,
            rule: "F13: a type whose capability is advertised with listChanged: true is agreed to",
            fix: `agree to ${field}, or advertise ${capability} without listChanged`,
          },
        },
      ];
    });
  });
}
