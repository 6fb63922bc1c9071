import type { Check } from "@mcptest/pack";

/**
 * Which checks of a pack are advisory: those newer than the first release of its current major (`since` 1.2.0 in a pack
 * of version 1.4.1). Packs below 1.0.0 promise nothing yet, so none of theirs is.
 */
export async function advisoryTest(packVersion: string, count: boolean): Promise<(check: Check) => boolean> {
  const major = Number(/^(\d+)\./.exec(packVersion)?.[1] ?? 0);
  if (count || major === 0) return () => false;
  const { default: semver } = await import("semver");
  const first = `${major}.0.0`;
  return ({ since }) => semver.valid(since) !== null && semver.gt(since, first);
}
