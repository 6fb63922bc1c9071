import { defineFixture, type Exchange, type JsonObject, member, type Negotiated } from "@mcptest/pack";
import { apart } from "./apart.js";
import type { NegotiationOptions } from "./options.js";
import { saysDualEra } from "./other-era.js";
import { UNKNOWN_URI } from "./unknown-resource.js";

/** Methods that 2026-07-28 has removed, with params of their old form. */
export const REMOVED: ReadonlyMap<string, JsonObject> = new Map<string, JsonObject>([
  ["ping", {}],
  ["logging/setLevel", { level: "error" }],
  ["resources/subscribe", { uri: UNKNOWN_URI }],
  ["resources/unsubscribe", { uri: UNKNOWN_URI }],
]);

/** The same for the methods of tasks, which the Tasks extension has brought back in part. */
export const REMOVED_OF_TASKS: ReadonlyMap<string, JsonObject> = new Map<string, JsonObject>([
  ["tasks/list", {}],
  ["tasks/result", { taskId: "no-such-task" }],
  ["tasks/get", { taskId: "no-such-task" }],
  ["tasks/cancel", { taskId: "no-such-task" }],
]);

/** The server advertises the Tasks extension, or nothing at all is known. */
export function mayHaveTasks({ capabilities, discovered }: Negotiated): boolean {
  return !discovered || member(member(capabilities, "extensions"), "io.modelcontextprotocol/tasks") !== undefined;
}

/** What an old client asks for. */
export const OLD_VERSION = "2025-11-25";

/** The params of an `initialize` as an old client sends it. */
export const INITIALIZE_PARAMS: JsonObject = {
  protocolVersion: OLD_VERSION,
  capabilities: {},
  clientInfo: { name: "mcptest", version: "0.0.0" },
};

/**
 * Sends what 2026-07-28 has removed, one after the other, up to the first that gets no answer: each with full `_meta` and
 * headers, `initialize` on a process of its own and only where the server does not say that it has a handshake.
 */
export const removedMethods = defineFixture<Exchange[], { apart: typeof apart }, NegotiationOptions>({
  name: "removed methods",
  needs: { apart },
  async prepare({ apart }, { host, negotiated }) {
    const asked = [...REMOVED, ...(mayHaveTasks(negotiated) ? [] : REMOVED_OF_TASKS)];
    const exchanges: Exchange[] = [];
    for (const [method, params] of asked) {
      const exchange = await host.exchange(apart, { method, params, freshSocket: true });
      exchanges.push(exchange);
      if (exchange.outcome !== "answered" && exchange.outcome !== "no-response") return exchanges;
    }
    if (saysDualEra(negotiated.supportedVersions)) return exchanges;
    const own = negotiated.transport === "stdio" ? await host.open({ fresh: true }) : apart;
    exchanges.push(await host.exchange(own, { method: "initialize", params: INITIALIZE_PARAMS, freshSocket: true }));
    if (own.id !== apart.id) await host.close(own);
    return exchanges;
  },
});
