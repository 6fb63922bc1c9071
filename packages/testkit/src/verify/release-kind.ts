/** What a release may do, by its version. */
export type ReleaseKind = "major" | "minor" | "patch";

/** A release: what it is, and whether it promises anything about verdicts. */
export interface ReleaseStep {
  kind: ReleaseKind;
  /** False from or to a version below 1.0.0, and from a prerelease of a major: these promise nothing. */
  promised: boolean;
  /** Version that the new pack is judged as. */
  version: string;
}

/**
 * What the step from `before` to `after` is. With `as` the new pack counts as the next release of that kind, whatever its
 * version says. Throws a `RangeError` when `after` is not newer.
 */
export async function releaseStep(before: string, after: string, as?: ReleaseKind): Promise<ReleaseStep> {
  const { default: semver } = await import("semver");
  const version = as === undefined ? after : (semver.inc(before, as) as string);
  if (!semver.gt(version, before)) throw new RangeError(`${version} is not newer than ${before}`);
  const kind = as ?? kindOf(semver.parse(before) as Numbers, semver.parse(version) as Numbers);
  return { kind, version, promised: kind !== "major" && semver.major(before) > 0 };
}

interface Numbers {
  major: number;
  minor: number;
  patch: number;
  prerelease: readonly unknown[];
}

/** A prerelease stands for the release that it leads to: 2.0.0-rc.1 to 2.0.0 is a major one. */
function kindOf(before: Numbers, after: Numbers): ReleaseKind {
  const leads = before.prerelease.length > 0;
  if (before.major !== after.major || (leads && before.minor === 0 && before.patch === 0)) return "major";
  if (before.minor !== after.minor || (leads && before.patch === 0)) return "minor";
  return "patch";
}
