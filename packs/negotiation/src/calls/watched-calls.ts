import { defineFixture, type Json, META } from "@mcptest/pack";
import { callTarget } from "../call-target.js";
import type { NegotiationOptions } from "../options.js";
import { streamEnd } from "../stream-end.js";

/** Milliseconds for what a server sends too late. */
const SETTLE_MS = 100;

/**
 * The read-only call on a connection of its own: with a progress token and, on a modern lane, a log level; then with another
 * token and without the level; then without either.
 */
export const watchedCalls = defineFixture<void, { call: typeof callTarget }, NegotiationOptions>({
  name: "watched calls",
  needs: { call: callTarget },
  async prepare({ call }, { host, negotiated }) {
    const connection = await host.open({ fresh: true });
    const request = { method: "tools/call", params: { name: call.tool, arguments: call.arguments } };
    const level: Record<string, Json> = negotiated.era === "modern" ? { [META.logLevel]: "debug" } : {};
    const metas: Record<string, Json>[] = [
      { progressToken: "mcptest-watched", ...level },
      { progressToken: 7_101 },
      {},
    ];
    for (const meta of metas) await streamEnd(host, await host.exchange(connection, { ...request, meta }));
    await host.sleep(SETTLE_MS);
    await host.close(connection);
  },
});
