import { defineFixture, isUnavailable, type Negotiated, type PackContext } from "@mcptest/pack";
import type { Advertisement } from "./advertisements.js";

/** The other target of the run. */
export interface OtherTarget {
  negotiated: Negotiated;
  /** Its first answer to `server/discover`. */
  advertisement?: Advertisement;
  /** It does not speak the modern era, and why. */
  problem?: string;
}

/** Opens it in the modern era, where it speaks that. */
export const alsoTarget = defineFixture<OtherTarget>({
  name: "the other target",
  role: {
    name: "also",
    configured: (_options, { also }) => also === "yes",
    missing: "the run has no other target for this server: give it with --also TARGET",
  },
  async prepare(_values, { host }) {
    const first = await host.open({ fresh: true, also: true });
    try {
      if (first.negotiated.era === "modern") return await seen(host, first.negotiated, first.id);
    } finally {
      await host.close(first);
    }
    try {
      const modern = await host.open({ fresh: true, also: true, era: "modern" });
      await host.close(modern);
      return await seen(host, modern.negotiated, modern.id);
    } catch (reason) {
      if (!isUnavailable(reason) || !reason.notApplicable) throw reason;
      return { negotiated: first.negotiated, problem: reason.message };
    }
  },
});

async function seen(host: PackContext["host"], negotiated: Negotiated, connection: string): Promise<OtherTarget> {
  const [discover] = await host.transcript({ method: "server/discover", connection });
  const advertisement = discover && { exchange: discover.number, capabilities: negotiated.capabilities };
  return { negotiated, ...(advertisement ? { advertisement } : {}) };
}
