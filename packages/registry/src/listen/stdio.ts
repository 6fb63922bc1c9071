import type { JSONRPCMessage, JSONRPCNotification, RequestId, Transport } from "@modelcontextprotocol/server";
import { SUBSCRIPTION_ID_META_KEY } from "@modelcontextprotocol/server";
import type { Catalog } from "../catalog-types.js";
import { type MethodsFilter, readMethods } from "./filter.js";
import { ACKNOWLEDGED, acknowledging, type Hub } from "./hub.js";

/** A listen that was read and not answered yet. */
interface Pending {
  filter: MethodsFilter;
  cancelled: boolean;
}

/**
 * A transport between the wire and the SDK, which holds the subscriptions and knows nothing of `methods`: it completes the
 * SDK's acknowledgements and writes the notifications of extensions beside it.
 */
export function listeningTransport(
  wire: Transport,
  hub: Hub,
  catalog: Pick<Catalog, "topicOf">,
  onerror?: (error: Error) => void,
): Transport {
  /** The SDK takes messages in turn, so listens that share an id are answered in the order in which they came. */
  const pending = new Map<RequestId, Pending[]>();
  const active = new Map<RequestId, () => void>();

  const outer: Transport = {
    start: () => wire.start(),
    close: () => wire.close(),
    setProtocolVersion: (version) => wire.setProtocolVersion?.(version),
    send(message, options) {
      if (isNotification(message, ACKNOWLEDGED)) return acknowledge(message);
      if ("id" in message && message.id !== undefined) settle(message.id, message);
      return wire.send(message, options);
    },
  };
  wire.onmessage = (message, extra) => {
    note(message);
    outer.onmessage?.(message, extra);
  };
  wire.onerror = (error) => outer.onerror?.(error);
  wire.onclose = () => {
    for (const end of active.values()) end();
    active.clear();
    pending.clear();
    outer.onclose?.();
  };
  return outer;

  function note(message: JSONRPCMessage): void {
    if (!("method" in message)) return;
    if (message.method === "subscriptions/listen" && "id" in message) {
      const before = pending.get(message.id) ?? [];
      pending.set(message.id, [...before, { filter: readMethods(message, catalog), cancelled: false }]);
    } else if (message.method === "notifications/cancelled") {
      const id = message.params?.requestId as RequestId;
      for (const listen of pending.get(id) ?? []) listen.cancelled = true;
      end(id);
    }
  }

  async function acknowledge(ack: JSONRPCNotification): Promise<void> {
    const id = subscriptionOf(ack.params);
    const listen = id === undefined ? undefined : take(id);
    if (id === undefined || listen === undefined) return wire.send(ack);
    const { filter } = listen;
    if (!filter.ok) {
      outer.onmessage?.({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id } });
      return wire.send({ jsonrpc: "2.0", id, error: { code: -32602, message: filter.message } });
    }
    const written = wire.send(acknowledging(ack, filter.accepted));
    end(id);
    if (!listen.cancelled && filter.accepted.length > 0) {
      const send = (notification: JSONRPCNotification) => {
        wire.send(notification).catch((error: Error) => onerror?.(error));
      };
      active.set(id, hub.add({ id, entries: filter.accepted, send }));
    }
    return written;
  }

  /** A refused listen is forgotten, and so is a subscription that the SDK ends. */
  function settle(id: RequestId, message: JSONRPCMessage): void {
    if ("error" in message) take(id);
    else if ("result" in message && subscriptionOf(message.result) === id) end(id);
  }

  function take(id: RequestId): Pending | undefined {
    const [first, ...rest] = pending.get(id) ?? [];
    if (rest.length > 0) pending.set(id, rest);
    else pending.delete(id);
    return first;
  }

  function end(id: RequestId): void {
    active.get(id)?.();
    active.delete(id);
  }
}

function isNotification(message: JSONRPCMessage, method: string): message is JSONRPCNotification {
  return "method" in message && !("id" in message) && message.method === method;
}

function subscriptionOf(part: { _meta?: Record<string, unknown> } | undefined): RequestId | undefined {
  const id = part?._meta?.[SUBSCRIPTION_ID_META_KEY];
  return typeof id === "string" || typeof id === "number" ? id : undefined;
}
