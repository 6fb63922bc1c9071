import { defineFixture, META } from "@mcptest/pack";
import { callTarget } from "../call-target.js";
import type { NegotiationOptions } from "../options.js";

/**
 * The read-only call twice, on a connection of its own: with a progress token and, on a modern lane, a log level; then with
 * another token and without the level.
 */
export const watchedCalls = defineFixture<void, { call: typeof callTarget }, NegotiationOptions>({
  name: "watched calls",
  needs: { call: callTarget },
  async prepare({ call }, { host, negotiated }) {
    const connection = await host.open({ fresh: true });
    const request = { method: "tools/call", params: { name: call.tool, arguments: call.arguments } };
    const level = negotiated.era === "modern" ? { [META.logLevel]: "debug" } : {};
    await host.exchange(connection, { ...request, meta: { progressToken: "mcptest-watched", ...level } });
    await host.exchange(connection, { ...request, meta: { progressToken: 7_101 } });
    await host.close(connection);
  },
});
