import { type Connection, defineFixture, isUnavailable, LEGACY_VERSIONS, type Verdict } from "@mcptest/pack";
import type { NegotiationOptions } from "./options.js";

/** What is known of the era that is not that of the lane. */
export interface OtherEra {
  /** A connection of the other era, where the server speaks it. */
  connection?: Connection;
  /** Why there is none. */
  problem?: string;
  /** The problem does not tell whether the server speaks the other era. */
  unclear?: true;
}

/** Opens the other era of the same server on a connection (stdio: a process) of its own. */
export const otherEra = defineFixture<OtherEra, Record<never, never>, NegotiationOptions>({
  name: "other era",
  async prepare(_values, { host, negotiated }) {
    const era = negotiated.era === "modern" ? "legacy" : "modern";
    try {
      return { connection: await host.open({ fresh: true, era }) };
    } catch (reason) {
      if (!isUnavailable(reason)) throw reason;
      return { problem: reason.message, ...(reason.notApplicable ? {} : { unclear: true }) };
    }
  },
  async teardown({ connection }, { host }) {
    if (connection) await host.close(connection);
  },
});

/** Why the rules for servers of 2026-07-28 alone are not this server's. */
export interface MayBeDual {
  reason: string;
  /** It could not be found out whether they are. */
  unclear?: true;
}

/**
 * Whether a modern server serves legacy revisions besides; `undefined` where it does not. `supportedVersions` need not list
 * what a server serves after `initialize`, so that its handshake is tried as well.
 */
export const servesLegacy = defineFixture<MayBeDual | undefined, { other: typeof otherEra }>({
  name: "legacy revisions of a modern server",
  needs: { other: otherEra },
  prepare({ other: { connection, unclear, problem } }, { negotiated }) {
    if (connection || saysDualEra(negotiated.supportedVersions)) {
      return {
        reason: "the server serves revisions before 2026-07-28 as well, and the rule is about one that does not",
      };
    }
    if (!unclear) return undefined;
    return {
      reason: `whether the server serves revisions before 2026-07-28 was not to be found out: ${problem}`,
      unclear,
    };
  },
});

/** Says why a rule for servers of 2026-07-28 alone is left. */
export function leave(verdict: Verdict, { reason, unclear }: MayBeDual): void {
  if (unclear) verdict.couldNotRun(reason, { origin: "environment" });
  else verdict.notApplicable(reason);
}

/** True where `server/discover` lists a legacy version: the server speaks both eras (J10). Without one it still may. */
export function saysDualEra(supportedVersions: readonly string[] | undefined): boolean {
  return supportedVersions?.some((version) => LEGACY_VERSIONS.includes(version)) === true;
}
