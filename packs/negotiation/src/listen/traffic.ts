import { at, type Exchange, excerpt, header, type JsonObject, member } from "@mcptest/pack";
import { isRequestScoped } from "../calls/requests.js";
import type { Sighting } from "../sightings.js";
import { isMisnamed, sentOf } from "./acks.js";
import { isAcknowledgement } from "./open.js";
import { type Listen, listensIn, notificationOf } from "./record.js";

/** The field of the filter that asks for a notification of the core or of Tasks. */
const ASKED_BY: ReadonlyMap<string, string> = new Map([
  ["notifications/tools/list_changed", "toolsListChanged"],
  ["notifications/prompts/list_changed", "promptsListChanged"],
  ["notifications/resources/list_changed", "resourcesListChanged"],
  ["notifications/resources/updated", "resourceSubscriptions"],
  ["notifications/tasks", "taskIds"],
]);

/** True for a notification that tells of a change, and so travels on a listen alone. */
export function isChange(method: string | undefined): boolean {
  return method !== undefined && ASKED_BY.has(method);
}

/** Notifications of a type that the filter does not ask for (F05), and those that no filter can ask for (J27). */
export function notRequested(exchanges: readonly Exchange[]): Sighting[] {
  return listensIn(exchanges).flatMap((listen) =>
    listen.messages.flatMap((json): Sighting[] => {
      const method = notificationOf(json);
      if (method === undefined || method === "notifications/cancelled") return [];
      if (isAcknowledgement(json) || isMisnamed(json) || isRequestScoped(json)) return [];
      const field = ASKED_BY.get(method);
      if (field !== undefined && isAskedFor(listen, field)) return [];
      return [
        {
          kind:
            field === undefined ? "a notification that no filter asks for" : "a notification that was not asked for",
          subject: method.slice(0, 80),
          ...(field === undefined ? { outcome: "warn" } : {}),
          exchange: listen.exchange.number,
          finding: {
            sent: sentOf(listen),
            came: `received ${excerpt(json, 200)}`,
            rule:
              field === undefined
                ? "F05: a subscription carries the types of its filter, and an extension sends its own notifications on the stream of a request that declared it"
                : `F05: a subscription carries no type that its filter leaves out; ${method} takes ${field}`,
            fix: "look at the filter of each subscription before a notification is sent on it",
          },
        },
      ];
    }),
  );
}

function isAskedFor({ filter }: Listen, field: string): boolean {
  const asked = member(filter, field);
  return asked === true || (Array.isArray(asked) && asked.length > 0);
}

/** Progress and log messages on a listen (F06). */
export function requestScoped(exchanges: readonly Exchange[]): Sighting[] {
  return listensIn(exchanges).flatMap((listen) =>
    listen.messages.filter(isRequestScoped).map(
      (json): Sighting => ({
        kind: "a notification of a request",
        subject: String(member(json, "method")),
        exchange: listen.exchange.number,
        finding: {
          sent: sentOf(listen),
          came: `received ${excerpt(json, 200)}`,
          rule: "F06: notifications/progress and notifications/message never travel on a subscription",
          fix: "send them on the stream of the request that they belong to, before its response",
        },
      }),
    ),
  );
}

/** Listens over HTTP that succeed and are no event stream (F07). */
export function noEventStream(exchanges: readonly Exchange[]): Sighting[] {
  return listensIn(exchanges).flatMap((listen): Sighting[] => {
    const { exchange, messages } = listen;
    const { transport, status = 0, headers } = exchange;
    if (transport !== "http" || status < 200 || status > 299) return [];
    const type = header(headers, "Content-Type");
    const mediaType = type?.split(";")[0]?.trim().toLowerCase();
    if (mediaType === "text/event-stream" || messages.some((json) => member(json, "error") !== undefined)) return [];
    return [
      {
        kind: "no event stream",
        subject: "subscriptions/listen",
        exchange: exchange.number,
        finding: {
          sent: sentOf(listen),
          came: `HTTP ${status} with ${type === undefined ? "no Content-Type" : `Content-Type ${excerpt(type, 60)}`}${messages[0] ? `: ${excerpt(messages[0], 120)}` : ""}`,
          rule: "F07: a listen that succeeds is answered as text/event-stream, with the acknowledgement on it",
          fix: "open the event stream at once, send the acknowledgement on it and keep it open; only an error may be JSON",
        },
      },
    ];
  });
}

/** `notifications/resources/updated` without a URI that was subscribed to (F12). */
export function wrongUris(exchanges: readonly Exchange[]): Sighting[] {
  return updates(exchanges).flatMap(({ listen, json }): Sighting[] => {
    const uri = at(json, "params", "uri");
    const asked = subscribedUris(listen);
    if (typeof uri === "string" && asked.some((one) => uri.startsWith(one))) return [];
    return [
      {
        kind: typeof uri === "string" ? "another resource" : "no uri",
        subject: "notifications/resources/updated",
        exchange: listen.exchange.number,
        finding: {
          sent: sentOf(listen),
          came: `${excerpt(json, 200)} names ${typeof uri === "string" ? "no resource that was subscribed to" : 'no "uri"'}`,
          rule: "F12: notifications/resources/updated has the uri of a subscribed resource or of a part of one",
          fix: "send the uri of the resource that changed, to the subscriptions that named it",
        },
      },
    ];
  });
}

/** The updates of resources on listens that asked for any. */
export function updates(exchanges: readonly Exchange[]): { listen: Listen; json: JsonObject }[] {
  return listensIn(exchanges).flatMap((listen) => {
    if (!isAskedFor(listen, "resourceSubscriptions")) return [];
    const told = listen.messages.filter((json) => notificationOf(json) === "notifications/resources/updated");
    return told.map((json) => ({ listen, json }));
  });
}

function subscribedUris({ filter }: Listen): string[] {
  const uris = member(filter, "resourceSubscriptions");
  return Array.isArray(uris) ? uris.filter((uri) => typeof uri === "string") : [];
}
