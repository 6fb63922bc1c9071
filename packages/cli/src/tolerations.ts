import type { Config, Suite, Toleration } from "@mcptest/core/config";
import type { RunRequest } from "@mcptest/core/runner";
import type { CheckFlags } from "./check-options.js";

/** The entries of the configuration for a run, which of them it may find stale, and whether it has all that they mean. */
type Tolerance = Pick<RunRequest, "tolerate" | "judgesStale" | "hasEveryPack">;

/** What flags leave out. */
interface Left {
  /** Something, whatever it is. */
  filtered: boolean;
  /** Packs: the flags name those that run. */
  onlyPacks: boolean;
}

/**
 * What a run on the servers and packs of `suite` tolerates. Flags that leave servers, packs, eras or checks out make it a
 * filtered run, which finds no entry stale; a suite that leaves some out finds none stale that may mean those.
 */
export function toleranceOfSuite(config: Config | undefined, suite: Suite, { filtered, onlyPacks }: Left): Tolerance {
  if (suite.tolerate.length === 0) return {};
  const servers = new Set(suite.servers.map(({ name }) => name));
  const packs = new Set((suite.packs ?? []).map(({ name }) => name));
  const allServers = [...(config?.servers.keys() ?? [])].every((name) => servers.has(name));
  const allPacks = (config?.packs ?? []).every(({ name }) => packs.has(name));
  const judgesStale = ({ server, pack }: Toleration) =>
    !filtered && (allServers || server !== undefined) && (allPacks || pack !== undefined);
  return { tolerate: suite.tolerate, judgesStale, hasEveryPack: allPacks && !onlyPacks };
}

/** What a run of one pack on one target tolerates: it is a filtered run by its nature. */
export function toleranceOfPack(config: Config | undefined): Tolerance {
  return config?.tolerate.length ? { tolerate: config.tolerate, judgesStale: () => false, hasEveryPack: false } : {};
}

/** True when flags leave out something that the configuration would run. */
export function isFiltered({ checkId, category, profile, era, protocolVersion }: CheckFlags): boolean {
  const leavesErasOut = (era !== undefined && era !== "all" && era !== "auto") || protocolVersion !== undefined;
  return leavesErasOut || [checkId, category, profile].some((flag) => flag !== undefined);
}
