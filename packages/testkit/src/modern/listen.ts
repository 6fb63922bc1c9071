import { isObject, type JsonObject, META, member } from "@mcptest/pack";
import { invalidParams } from "../protocol/json-rpc.js";
import type { Call } from "../server/call.js";
import type { Server } from "../server/server.js";

/**
 * `subscriptions/listen` (2026-07-28 patterns/subscriptions): acknowledgement first, then what was agreed, until the
 * client cancels (nothing more is sent) or the server closes (the completion result ends the stream).
 */
export async function listen(server: Server, params: JsonObject, call: Call): Promise<JsonObject> {
  const filter = member(params, "notifications");
  if (!isObject(filter)) throw invalidParams("notifications must be an object");
  const subscriptions = server.extensions.flatMap((extension) => extension.subscribe?.(filter, call) ?? []);
  const tag: JsonObject = { [META.subscriptionId]: call.id };
  const notify = (method: string, given: JsonObject) =>
    call.emit({ jsonrpc: "2.0", method, params: { _meta: tag, ...given } });

  for (const [method, given] of subscriptions.flatMap(({ ahead = [] }) => ahead)) notify(method, given);
  const agreed = Object.assign({}, ...subscriptions.map((subscription) => subscription.agreed));
  notify("notifications/subscriptions/acknowledged", { notifications: agreed });
  const stops = subscriptions.map((subscription) => subscription.open(notify));
  await aborted(AbortSignal.any([call.signal, server.closing]));
  for (const stop of stops) stop();
  return { _meta: tag };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
