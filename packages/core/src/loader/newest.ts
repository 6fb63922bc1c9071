/** The newest of some versions. */
export interface Newest {
  /** Inside the range, by node-semver with its own rule for prereleases. */
  inside?: string;
  /** At all; a prerelease only where there is nothing else. */
  newest?: string;
}

/** The newest of `versions` inside `range` and at all. What is no version is passed over. */
export async function newestOf(versions: readonly string[], range: string): Promise<Newest> {
  const { default: semver } = await import("semver");
  const known = semver.rsort(versions.filter((version) => semver.valid(version) !== null));
  const inside = known.find((version) => semver.satisfies(version, range));
  const newest = known.find((version) => semver.prerelease(version) === null) ?? known[0];
  return { ...(inside === undefined ? {} : { inside }), ...(newest === undefined ? {} : { newest }) };
}

/** True when `one` comes after `other` in the order of semver. */
export async function isNewer(one: string, other: string): Promise<boolean> {
  const { default: semver } = await import("semver");
  return semver.gt(one, other);
}
