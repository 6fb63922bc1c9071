import { type Connection, defineFixture } from "@mcptest/pack";
import type { NegotiationOptions } from "./options.js";

/**
 * Where probes go that a poor server might not survive: on stdio a process of their own, over HTTP the connection of the
 * lane, on which each of them has a socket of its own (`freshSocket`).
 */
export const apart = defineFixture<Connection, Record<never, never>, NegotiationOptions>({
  name: "own connection",
  prepare: (_values, { host, connection, negotiated }) =>
    negotiated.transport === "stdio" ? host.open({ fresh: true }) : connection,
  teardown: (own, { host, connection }) => (own.id === connection.id ? undefined : host.close(own)),
});
