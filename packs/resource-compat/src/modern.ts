import { type Connection, defineFixture, isUnavailable } from "@mcptest/pack";
import type { CompatOptions } from "./options.js";

/** 2026-07-28 on the same server. */
export interface Modern {
  connection?: Connection;
  /** Why there is none. */
  problem?: string;
  /** The problem does not tell whether the server speaks it. */
  unclear?: true;
}

/** Opens a connection of 2026-07-28, where the server speaks that. */
export const modern = defineFixture<Modern, Record<never, never>, CompatOptions>({
  name: "2026-07-28",
  async prepare(_values, { host }) {
    try {
      return { connection: await host.open({ fresh: true, era: "modern" }) };
    } catch (reason) {
      if (!isUnavailable(reason)) throw reason;
      return { problem: reason.message, ...(reason.notApplicable ? {} : { unclear: true }) };
    }
  },
  async teardown({ connection }, { host }) {
    if (connection) await host.close(connection);
  },
});
