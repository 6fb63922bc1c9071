import { type Connection, defineFixture, type Exchange, type JsonObject, member, type Negotiated } from "@mcptest/pack";
import type { NegotiationOptions } from "./options.js";
import { servesLegacy } from "./other-era.js";
import { askSteadily } from "./steady.js";
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
 * Sends what 2026-07-28 has removed, each with full `_meta` and headers, up to the first that gets no answer in time; on
 * stdio on a process that serves nothing else, and on a new one where it has ended. `initialize` has a process of its own,
 * and is sent only where the server has no handshake.
 */
export const removedMethods = defineFixture<Exchange[], { dual: typeof servesLegacy }, NegotiationOptions>({
  name: "removed methods",
  needs: { dual: servesLegacy },
  async prepare({ dual }, { host, connection, negotiated }) {
    const isStdio = negotiated.transport === "stdio";
    const exchanges: Exchange[] = [];
    let own: Connection | undefined;
    try {
      for (const [method, params] of [...REMOVED, ...(mayHaveTasks(negotiated) ? [] : REMOVED_OF_TASKS)]) {
        if (isStdio) own ??= await host.open({ fresh: true });
        const exchange = await sent(own ?? connection, method, params);
        if (exchange.outcome === "closed" && own) {
          await host.close(own);
          own = undefined;
        } else if (exchange.outcome !== "answered" && exchange.outcome !== "no-response") return exchanges;
      }
      if (dual) return exchanges;
      if (own) await host.close(own);
      own = isStdio ? await host.open({ fresh: true }) : undefined;
      await sent(own ?? connection, "initialize", INITIALIZE_PARAMS);
      return exchanges;
    } finally {
      if (own) await host.close(own);
    }

    async function sent(on: Connection, method: string, params: JsonObject): Promise<Exchange> {
      const exchange = await askSteadily(host, on, { method, params, freshSocket: true });
      exchanges.push(exchange);
      return exchange;
    }
  },
});
