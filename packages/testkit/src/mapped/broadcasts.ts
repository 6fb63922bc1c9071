import { isObject, type Json, type JsonObject, member } from "@mcptest/pack";
import { invalidParams } from "../protocol/json-rpc.js";
import type { Subscription } from "../server/extension.js";
import type { Broadcast, MappedExtension } from "./extension.js";

/** The notifications of mapped extensions: what sends one, and the share of a listen that is about them. */
export interface Broadcasts {
  broadcast: Broadcast;
  subscribe(filter: JsonObject): Subscription;
}

/** An entry of `methods` in a filter: a name, or a name with topics. */
interface Wanted {
  method: string;
  topics?: Json[];
}

/** Makes the {@link Broadcasts} of the extensions that `declared` gives. */
export function broadcasts(declared: () => readonly MappedExtension[]): Broadcasts {
  const listeners = new Set<Broadcast>();
  const topicOf = (method: string) =>
    declared()
      .map(({ notifications }) => (Object.hasOwn(notifications, method) ? notifications[method] : undefined))
      .find((topic) => topic !== undefined);

  return {
    broadcast(method, params) {
      for (const listener of listeners) listener(method, params);
    },
    subscribe(filter) {
      const entries = member(filter, "methods") ?? [];
      if (!Array.isArray(entries)) throw invalidParams("methods must be an array");
      const agreed = entries.filter((entry) => topicOf(wantedOf(entry).method) !== undefined);
      const wanted = agreed.map(wantedOf);
      return {
        agreed: agreed.length > 0 ? ({ methods: agreed } as JsonObject) : {},
        open(notify) {
          const listener: Broadcast = (method, params) => {
            const topic = member(params, topicOf(method) ?? "");
            const asked = wanted.some(
              (entry) => entry.method === method && (entry.topics?.includes(topic ?? null) ?? true),
            );
            if (asked) notify(method, params);
          };
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
      };
    },
  };
}

function wantedOf(entry: Json): Wanted {
  if (typeof entry === "string") return { method: entry };
  const [method, topics] = [member(entry, "method"), member(entry, "topics")];
  if (!isObject(entry) || typeof method !== "string") throw invalidParams("An entry of methods names a notification");
  if (topics === undefined) return { method };
  if (!Array.isArray(topics)) throw invalidParams("topics must be an array of strings");
  return { method, topics };
}
