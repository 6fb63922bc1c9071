import { isObject, type Json, type JsonObject, META, member } from "@mcptest/pack";
import type { Call, Outcome } from "../server/call.js";
import type { Hooks } from "../server/hooks.js";
import { core, frameworkFaults, generic, type Where } from "./groups.js";
import { answering, onEmit, onNotification, perConnection, without } from "./reshape.js";
import type { Fault, FaultEntry } from "./types.js";

const LISTEN = "subscriptions/listen";
const ACK = "notifications/subscriptions/acknowledged";
const TOOLS_CHANGED = "notifications/tools/list_changed";
const RESOURCE_UPDATED = "notifications/resources/updated";
const MODERN: Where = { eras: ["modern"] };

function listenFaults(
  [rule, check, verdict = "failed"]: [rule: string, check: string, verdict?: "failed" | "warning"],
  entries: FaultEntry[],
  where: Where = MODERN,
): Fault[] {
  return frameworkFaults(rule, check, verdict, where, entries);
}

/** Hooks that change the messages on listens. */
function onListen(change: (message: JsonObject, call: Call) => JsonObject | JsonObject[] | undefined): Hooks {
  return onEmit((message, call) => (call.method === LISTEN ? change(message, call) : message));
}

/** A completion result of our own. */
function completion(meta: JsonObject): JsonObject {
  return {
    resultType: "complete",
    _meta: { [META.serverInfo]: { name: "mcptest-testkit", version: "0.0.0" }, ...meta },
  };
}

function isAck(message: JsonObject): boolean {
  return message.method === ACK;
}

function notification(method: string, call: Call, params: JsonObject = {}): JsonObject {
  return { jsonrpc: "2.0", method, params: { _meta: { [META.subscriptionId]: call.id }, ...params } };
}

function asks(call: Call, field: string): boolean {
  return member(member(call.params, "notifications"), field) === true;
}

/** The acknowledgement is not the first message (F01). */
const first = listenFaults(
  ["F01", "listen-ack-first"],
  [
    {
      name: "listen-change-before-ack",
      description: "A listen for tools is told of a change before it is acknowledged",
      hooks: onListen((message, call) =>
        isAck(message) && asks(call, "toolsListChanged") ? [notification(TOOLS_CHANGED, call), message] : message,
      ),
    },
    {
      name: "listen-without-ack",
      description: "A listen for prompts alone is never acknowledged, and told of a change at once",
      hooks: onListen((message, call) =>
        isAck(message) && isOnly(call, "promptsListChanged")
          ? notification("notifications/prompts/list_changed", call)
          : message,
      ),
    },
  ],
);

function isOnly(call: Call, field: string): boolean {
  const filter = member(call.params, "notifications");
  return isObject(filter) && asks(call, field) && Object.keys(filter).length === 1;
}

/** Hooks that change the params of acknowledgements. */
function onAck(change: (params: JsonObject) => JsonObject): Hooks {
  return onNotification(ACK, change);
}

/** Hooks that change the agreed filter, by the filter that was asked for. */
function onAgreed(change: (agreed: JsonObject, filter: JsonObject) => JsonObject): Hooks {
  return onListen((message, call) => {
    const params = message.params;
    const filter = member(call.params, "notifications");
    if (!isAck(message) || !isObject(params) || !isObject(params.notifications) || !isObject(filter)) return message;
    return { ...message, params: { ...params, notifications: change(params.notifications, filter) } };
  });
}

/** The acknowledgement lacks something (F02). */
const shape = listenFaults(
  ["F02", "listen-ack-shape"],
  [
    {
      name: "ack-without-filter",
      description: "The acknowledgement has no notifications",
      hooks: onAck((params) => without(params, "notifications")),
    },
    {
      name: "ack-filter-list",
      description: "notifications of the acknowledgement is a list of the agreed fields",
      hooks: onAck((params) => ({ ...params, notifications: Object.keys(params.notifications ?? {}) })),
    },
    {
      name: "ack-without-subscription-id",
      description: "The acknowledgement has no subscription id",
      hooks: onAck((params) => without(params, "_meta")),
    },
    {
      name: "ack-misnamed",
      description: 'The acknowledgement is called "notifications/subscriptions/acknowledge"',
      hooks: onListen((message) =>
        isAck(message) ? { ...message, method: "notifications/subscriptions/acknowledge" } : message,
      ),
    },
  ],
);

/** More is agreed than was asked for (F03). */
const subset = listenFaults(
  ["F03", "listen-ack-subset"],
  [
    {
      name: "ack-every-type",
      description: "The acknowledgement agrees to toolsListChanged whatever was asked for",
      hooks: onAgreed((agreed) => ({ ...agreed, toolsListChanged: true })),
    },
    {
      name: "ack-another-uri",
      description: "The acknowledgement names one more resource than was asked for",
      hooks: onAgreed((agreed) =>
        Array.isArray(agreed.resourceSubscriptions)
          ? { ...agreed, resourceSubscriptions: [...agreed.resourceSubscriptions, "testkit:///all"] }
          : agreed,
      ),
    },
    {
      name: "ack-refused-type",
      description: "The acknowledgement agrees to a type that was asked for with false",
      hooks: onAgreed((agreed, filter) =>
        filter.promptsListChanged === false ? { ...agreed, promptsListChanged: true } : agreed,
      ),
    },
  ],
);

/** Hooks that change the subscription id of these notifications. */
function tagging(change: (id: string | number) => Json | undefined, ...methods: string[]): Hooks {
  return onListen((message, call) => {
    if (!methods.includes(String(message.method))) return message;
    const id = change(call.id);
    const meta: JsonObject = id === undefined ? {} : { [META.subscriptionId]: id };
    return { ...message, params: { ...(message.params as JsonObject), _meta: meta } };
  });
}

/** What belongs to a subscription does not carry its id (F04). */
const ids = listenFaults(
  ["F04", "listen-subscription-id"],
  [
    {
      name: "subscription-id-as-text",
      description: "The subscription id of changes is a text, also where the id of the request is a number",
      hooks: tagging(String, TOOLS_CHANGED),
    },
    {
      name: "ack-id-as-text",
      description: "The subscription id of everything is a text, also where the id of the request is a number",
      hooks: tagging(String, ACK, TOOLS_CHANGED, RESOURCE_UPDATED),
    },
    {
      name: "subscription-id-as-number",
      description: "The subscription id of an acknowledgement is 0 where the id of the request is a text",
      hooks: tagging((id) => (typeof id === "string" ? 0 : id), ACK),
    },
    {
      name: "subscription-id-of-its-own",
      description: "The server names its subscriptions itself",
      hooks: tagging((id) => `sub-of-${id}`, ACK, TOOLS_CHANGED, RESOURCE_UPDATED),
    },
    {
      name: "change-without-subscription-id",
      description: "Changes have no subscription id",
      transports: ["http"],
      hooks: tagging(() => undefined, TOOLS_CHANGED),
    },
    {
      name: "listen-result-without-id",
      description: "A listen for prompts alone ends at once, with a result that has no subscription id",
      hooks: ending((call) => ({ jsonrpc: "2.0", id: call.id, result: completion({}) })),
    },
  ],
);

/** Hooks with which a listen for prompts alone ends as soon as it is acknowledged, with this message or none. */
function ending(last: (call: Call) => JsonObject | undefined): Hooks {
  return answering(LISTEN, async (call, next): Promise<Outcome> => {
    if (!isOnly(call, "promptsListChanged")) return next();
    const { emit } = call;
    const acknowledged = new Promise<void>((resolve) => {
      call.emit = (message) => {
        emit(message);
        resolve();
      };
    });
    await Promise.race([next(), acknowledged]);
    const message = last(call);
    return { status: 200, ...(message ? { message } : {}) };
  });
}

/** A subscription carries what it did not ask for (F05). */
const requested = listenFaults(
  ["F05", "listen-only-requested"],
  [
    {
      name: "listen-hears-all-types",
      description: "Every listen is told of every change, whatever its filter says",
      hooks: generic({ hears: () => true }),
    },
    {
      name: "listen-false-is-true",
      description: "A type that is set to false counts as asked for",
      hooks: generic({
        hears: (kind, asked, filter) => asked || (kind === "tools" && filter.toolsListChanged === false),
      }),
    },
    {
      name: "listen-hears-resources",
      description: "A listen for tools is told of changed resources too",
      hooks: generic({
        hears: (kind, asked, filter) => asked || (kind === "resources" && filter.toolsListChanged === true),
      }),
    },
  ],
);

/** A listen is told what no filter asks for (J27). */
const unknown = listenFaults(
  ["F05", "listen-only-requested", "warning"],
  [
    {
      name: "listen-hears-extension",
      description: "A listen for tools hears of the toy extension, without a filter field of its own",
      hooks: onListen((message, call) =>
        message.method === TOOLS_CHANGED ? [message, notification("notifications/toy/dealt", call)] : message,
      ),
    },
  ],
);

/** Notifications of requests travel on a listen (F06). */
const scoped = listenFaults(
  ["F06", "listen-no-request-scoped"],
  [
    {
      name: "listen-carries-log",
      description: "A listen logs that it was acknowledged, on its own stream",
      hooks: onListen((message, call) =>
        isAck(message)
          ? [message, notification("notifications/message", call, { level: "info", data: "Acknowledged" })]
          : message,
      ),
    },
    {
      name: "listen-carries-progress",
      description: "A listen has progress on its own stream",
      hooks: onListen((message, call) =>
        isAck(message)
          ? [message, notification("notifications/progress", call, { progressToken: "listen", progress: 1 })]
          : message,
      ),
    },
  ],
);

/** Over HTTP a listen is no event stream (F07). */
const stream = listenFaults(
  ["F07", "listen-http-sse"],
  [
    {
      name: "listen-json",
      description: "A listen for prompts alone is answered with its acknowledgement as JSON",
      hooks: answering(LISTEN, async (call, next) => {
        if (!isOnly(call, "promptsListChanged")) return next();
        const params = { _meta: { [META.subscriptionId]: call.id }, notifications: {} };
        return { status: 200, message: { jsonrpc: "2.0", method: ACK, params } };
      }),
    },
    {
      name: "listen-json-result",
      description: "A listen for prompts alone is answered with a result as JSON",
      hooks: answering(LISTEN, async (call, next) => {
        if (!isOnly(call, "promptsListChanged")) return next();
        const result = completion({ [META.subscriptionId]: call.id });
        return { status: 200, message: { jsonrpc: "2.0", id: call.id, result } };
      }),
    },
  ],
  { eras: ["modern"], transports: ["http"] },
);

/** A cancelled subscription goes on (F08). */
const cancelled = listenFaults(
  ["F08", "listen-cancel"],
  [
    {
      name: "listen-cancel-ignored",
      description: "notifications/cancelled does not end a listen: it is told of changes until the end",
      hooks: core({ cancels: false }),
    },
    {
      name: "listen-result-after-cancel",
      description: "The next call of a tool after a listen was cancelled sends its result all the same",
      hooks: () => {
        const open = perConnection(() => new Set<Call>());
        return {
          around(call, next) {
            const listens = open(call);
            if (call.method === LISTEN) listens.add(call);
            if (call.method !== "tools/call") return next();
            for (const listen of [...listens].filter(({ signal }) => signal.aborted)) {
              const result = completion({ [META.subscriptionId]: listen.id });
              listen.send({ jsonrpc: "2.0", id: listen.id, result });
              listens.delete(listen);
            }
            return next();
          },
        };
      },
    },
  ],
  { eras: ["modern"], transports: ["stdio"] },
);

/** The server ends a subscription without a word (F09). */
const silentEnd = listenFaults(
  ["F09", "listen-graceful-end", "warning"],
  [
    {
      name: "listen-ends-silently",
      description: "The stream of a listen for prompts alone ends behind its acknowledgement",
      hooks: ending(() => undefined),
    },
  ],
  { eras: ["modern"], transports: ["http"] },
);

/** Subscriptions are mixed up (F10). */
const concurrent = listenFaults(
  ["F10", "listen-concurrent"],
  [
    {
      name: "listen-ack-of-the-first",
      description: "A listen whose id is a text is acknowledged under the id of the listen before",
      hooks: () => {
        let before: string | number | undefined;
        return onListen((message, call) => {
          if (!isAck(message)) return message;
          if (typeof call.id !== "string" || before === undefined) {
            before = call.id;
            return message;
          }
          return {
            ...message,
            params: { ...(message.params as JsonObject), _meta: { [META.subscriptionId]: before } },
          };
        });
      },
    },
  ],
);

/** Updates of resources do not say which (F12). */
const uris = listenFaults(
  ["F12", "listen-resource-uri"],
  [
    {
      name: "updated-without-uri",
      description: "notifications/resources/updated has no uri",
      hooks: generic({ updated: (params) => without(params, "uri") }),
    },
    {
      name: "updated-another-uri",
      description: "notifications/resources/updated names a resource that nobody subscribed to",
      hooks: generic({ updated: (params) => ({ ...params, uri: "testkit:///else" }) }),
    },
  ],
);

/** What is advertised is not agreed to (F13). */
const gated = listenFaults(
  ["F13", "listen-gated-capabilities", "warning"],
  [
    {
      name: "ack-without-tools",
      description: "toolsListChanged is never agreed to, and tools.listChanged is advertised",
      hooks: onAgreed((agreed) => without(agreed, "toolsListChanged")),
    },
  ],
);

/** A listen is refused (F15; that of a server which has none is a variant). */
const implemented = listenFaults(
  ["F15", "listen-implemented", "warning"],
  [
    {
      name: "listen-refuses-empty-filter",
      description: "A listen with an empty filter is refused with -32602",
      hooks: answering(LISTEN, async (call, next) => {
        const filter = member(call.params, "notifications");
        if (!isObject(filter) || Object.keys(filter).length > 0) return next();
        const error = { code: -32602, message: "notifications must not be empty" };
        return { status: 200, message: { jsonrpc: "2.0", id: call.id, error } };
      }),
    },
  ],
);

/** Changes for subscriptions that there are not (F16). */
const stray = listenFaults(
  ["F16", "listen-no-stray-change"],
  [
    {
      name: "change-for-no-subscription",
      description: "tools/list tells of a change, for a subscription that there never was",
      hooks: answering("tools/list", (call, next) => {
        const _meta = { [META.subscriptionId]: "sub-1" };
        call.emit({ jsonrpc: "2.0", method: TOOLS_CHANGED, params: { _meta } });
        return next();
      }),
    },
  ],
  { eras: ["modern"], transports: ["stdio"] },
);

/** A change is not told (F17). */
const untold = listenFaults(
  ["F17", "listen-change-sent", "warning"],
  [
    {
      name: "change-untold",
      description: "tools.listChanged is advertised and agreed to, and nothing is told",
      hooks: generic({ hears: (kind, asked) => asked && kind !== "tools" }),
    },
  ],
);

/** Faults of `subscriptions/listen`. */
export const listenRuleFaults: Fault[] = [
  ...first,
  ...shape,
  ...subset,
  ...ids,
  ...requested,
  ...unknown,
  ...scoped,
  ...stream,
  ...cancelled,
  ...silentEnd,
  ...concurrent,
  ...uris,
  ...gated,
  ...implemented,
  ...stray,
  ...untold,
];
