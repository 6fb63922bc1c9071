import { type Json, type JsonObject, META } from "@mcptest/pack";
import type { Hooks } from "../server/hooks.js";
import {
  ACK,
  completion,
  ending,
  isAck,
  listenFaults,
  onListen,
  RESOURCE_UPDATED,
  TOOLS_CHANGED,
} from "./negotiation-listen-hooks.js";
import { answering } from "./reshape.js";
import type { Fault } from "./types.js";

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
      name: "ack-id-object",
      description: "The subscription id of an acknowledgement is an object",
      hooks: tagging((id) => ({ id }), ACK),
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

/** Changes without an id, on the one channel that stdio has (A25). */
const untagged = listenFaults(
  ["A25", "rpc-no-unsolicited-notifications"],
  [
    {
      name: "change-untagged",
      description: "Changes are told to subscriptions, and do not say to which",
      hooks: tagging(() => undefined, TOOLS_CHANGED),
    },
  ],
  { eras: ["modern"], transports: ["stdio"] },
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

/** Faults of subscription ids. */
export const listenIdFaults: Fault[] = [...ids, ...untagged, ...concurrent, ...stray];
