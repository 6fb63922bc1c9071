import { META } from "@mcptest/pack";
import type { Call } from "../server/call.js";
import { core, generic } from "./groups.js";
import {
  ACK,
  completion,
  ending,
  isAck,
  isOnly,
  LISTEN,
  listenFaults,
  notification,
  onListen,
  TOOLS_CHANGED,
} from "./negotiation-listen-hooks.js";
import { answering, perConnection, without } from "./reshape.js";
import type { Fault } from "./types.js";

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

/** Faults of what comes on a listen, and of its end. */
export const listenTrafficFaults: Fault[] = [
  ...requested,
  ...unknown,
  ...scoped,
  ...stream,
  ...cancelled,
  ...silentEnd,
  ...uris,
  ...untold,
];
