import { isObject, type JsonObject, member } from "@mcptest/pack";
import type { Hooks } from "../server/hooks.js";
import {
  ACK,
  asks,
  isAck,
  isOnly,
  LISTEN,
  listenFaults,
  notification,
  onListen,
  TOOLS_CHANGED,
} from "./negotiation-listen-hooks.js";
import { answering, onNotification, without } from "./reshape.js";
import type { Fault } from "./types.js";

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
      name: "ack-type-as-text",
      description: 'toolsListChanged of the acknowledgement is "yes"',
      hooks: onAgreed((agreed) => (agreed.toolsListChanged === true ? { ...agreed, toolsListChanged: "yes" } : agreed)),
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

/** Faults of acknowledgements. */
export const listenAckFaults: Fault[] = [...first, ...shape, ...subset, ...gated, ...implemented];
