import type { JSONRPCNotification, RequestId } from "@modelcontextprotocol/server";
import { SUBSCRIPTION_ID_META_KEY } from "@modelcontextprotocol/server";
import { type MethodEntry, wants } from "./filter.js";

/** One open listen that asked for notifications of extensions. */
export interface Subscriber {
  /** Id of the listen request, with its JSON type. */
  id: RequestId;
  entries: readonly MethodEntry[];
  send(notification: JSONRPCNotification): void;
}

/** All open listens of a registry, over every transport that serves it in this process. */
export interface Hub {
  /** @returns what ends the subscription; may be called twice. */
  add(subscriber: Subscriber): () => void;
  /** Sends a notification to those who asked for it. `topic` is the text of its topic member, if it has one. */
  publish(method: string, params: Record<string, unknown>, topic: string | undefined): void;
}

export function createHub(): Hub {
  const subscribers = new Set<Subscriber>();
  return {
    add(subscriber) {
      subscribers.add(subscriber);
      return () => {
        subscribers.delete(subscriber);
      };
    },
    publish(method, params, topic) {
      for (const subscriber of [...subscribers]) {
        if (wants(subscriber.entries, method, topic)) subscriber.send(stamped(method, params, subscriber.id));
      }
    },
  };
}

/** The notification as one listen gets it: nothing is added but the id of the subscription. */
function stamped(method: string, params: Record<string, unknown>, id: RequestId): JSONRPCNotification {
  const given = params._meta;
  const meta = typeof given === "object" && given !== null ? given : {};
  return { jsonrpc: "2.0", method, params: { ...params, _meta: { ...meta, [SUBSCRIPTION_ID_META_KEY]: id } } };
}

/** An acknowledgement with the entries of `methods` that are accepted; none: as it is. */
export function acknowledging(ack: JSONRPCNotification, accepted: readonly MethodEntry[]): JSONRPCNotification {
  if (accepted.length === 0) return ack;
  const agreed = ack.params?.notifications as Record<string, unknown> | undefined;
  return { ...ack, params: { ...ack.params, notifications: { ...agreed, methods: [...accepted] } } };
}

/** The method of the first message of a subscription. */
export const ACKNOWLEDGED = "notifications/subscriptions/acknowledged";
