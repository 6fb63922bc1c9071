import type { Check } from "@mcptest/pack";

/**
 * Which checks of a pack are advisory: those newer than the first release of its current major (`since` 1.2.0 in a pack
 * of version 1.4.1). Packs below 1.0.0 promise nothing yet, so none of theirs is. Both versions are valid semver, which the
 * loader has seen to: against `X.0.0` their first three numbers decide, so that no run has to load semver for it.
 */
export function advisoryTest(packVersion: string, count: boolean): (check: Check) => boolean {
  const [major = 0] = numbersOf(packVersion);
  if (count || major === 0) return () => false;
  return ({ since }) => {
    const [first = 0, minor = 0, patch = 0] = numbersOf(since);
    return first > major || (first === major && minor + patch > 0);
  };
}

function numbersOf(version: string): number[] {
  const [, ...numbers] = /^(\d+)\.(\d+)\.(\d+)/.exec(version) ?? [];
  return numbers.map(Number);
}
