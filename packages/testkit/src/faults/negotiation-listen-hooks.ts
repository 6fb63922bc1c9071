import { isObject, type JsonObject, META, member } from "@mcptest/pack";
import type { Call, Outcome } from "../server/call.js";
import type { Hooks } from "../server/hooks.js";
import { frameworkFaults, type Where } from "./groups.js";
import { answering, onEmit } from "./reshape.js";
import type { Fault, FaultEntry } from "./types.js";

/** The methods that faults of listens are about. */
export const LISTEN = "subscriptions/listen";
export const ACK = "notifications/subscriptions/acknowledged";
export const TOOLS_CHANGED = "notifications/tools/list_changed";
export const RESOURCE_UPDATED = "notifications/resources/updated";

const MODERN: Where = { eras: ["modern"] };

/** Faults of one rule of listens. */
export function listenFaults(
  [rule, check, verdict = "failed"]: [rule: string, check: string, verdict?: "failed" | "warning"],
  entries: FaultEntry[],
  where: Where = MODERN,
): Fault[] {
  return frameworkFaults(rule, check, verdict, where, entries);
}

/** Hooks that change the messages on listens. */
export function onListen(change: (message: JsonObject, call: Call) => JsonObject | JsonObject[] | undefined): Hooks {
  return onEmit((message, call) => (call.method === LISTEN ? change(message, call) : message));
}

/** A completion result of our own. */
export function completion(meta: JsonObject): JsonObject {
  return {
    resultType: "complete",
    _meta: { [META.serverInfo]: { name: "mcptest-testkit", version: "0.0.0" }, ...meta },
  };
}

/** An acknowledgement. */
export function isAck(message: JsonObject): boolean {
  return message.method === ACK;
}

/** A notification with the id of the listen. */
export function notification(method: string, call: Call, params: JsonObject = {}): JsonObject {
  return { jsonrpc: "2.0", method, params: { _meta: { [META.subscriptionId]: call.id }, ...params } };
}

/** The filter of a listen asks for this type. */
export function asks(call: Call, field: string): boolean {
  return member(member(call.params, "notifications"), field) === true;
}

/** The filter of a listen asks for this type and names no other. */
export function isOnly(call: Call, field: string): boolean {
  const filter = member(call.params, "notifications");
  return isObject(filter) && asks(call, field) && Object.keys(filter).length === 1;
}

/** Hooks with which a listen for prompts alone ends as soon as it is acknowledged, with this message or none. */
export function ending(last: (call: Call) => JsonObject | undefined): Hooks {
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
