import type { Level, PackManifest } from "@mcptest/pack";
import type { ReleaseStep } from "./release-kind.js";
import type { ReleaseProblem } from "./release-proof.js";

type KnownCheck = PackManifest["checks"][number];

const WEIGHT: Readonly<Record<Level, number>> = { info: 0, interop: 1, should: 2, must: 3 };

/** What differs between two manifests of a pack. */
export interface ManifestChanges {
  /** What a minor or patch release may not do. */
  problems: ReleaseProblem[];
  /** What it may. */
  remarks: string[];
}

/** Compares what two versions of a pack declare. `version` is that which the new one is judged as. */
export async function manifestChanges(
  before: PackManifest,
  after: PackManifest,
  { kind, version }: ReleaseStep,
): Promise<ManifestChanges> {
  const { default: semver } = await import("semver");
  const problems: ReleaseProblem[] = [];
  const remarks: string[] = [];
  if (before.extension !== after.extension) {
    const message = `the extension was ${before.extension} and is ${after.extension}`;
    problems.push({ kind: "extension", message });
  }
  const old = new Map(before.checks.map((check) => [check.id, check]));
  const kept = new Set(after.checks.map(({ id }) => id));
  for (const { id } of before.checks.filter((check) => !kept.has(check.id))) {
    const message = `${id} is gone: a run that names it with --check-id or in tolerate ends with an error`;
    problems.push({ kind: "check-removed", check: id, message });
  }
  for (const check of after.checks) {
    const known = old.get(check.id);
    if (known) compareCheck(known, check);
    else addedCheck(check);
  }
  return { problems, remarks };

  function compareCheck(one: KnownCheck, other: KnownCheck): void {
    const { id, level, since } = other;
    if (since !== one.since) {
      const message = `${id} says since ${since}, and said ${one.since}: the version that first had a check never changes`;
      problems.push({ kind: "since", check: id, message });
    }
    if (level === one.level) return;
    const message = `${id} was ${one.level} and is ${level}`;
    if (WEIGHT[level] > WEIGHT[one.level]) problems.push({ kind: "level-raised", check: id, message });
    else remarks.push(message);
  }

  function addedCheck({ id, since }: KnownCheck): void {
    if (kind === "patch") {
      const message = `${id} is new: a patch adds no check, a minor release may`;
      problems.push({ kind: "check-in-patch", check: id, message });
    }
    const fits = semver.valid(since) !== null && semver.gt(since, before.version) && semver.lte(since, version);
    if (fits && kind === "minor") remarks.push(`${id} is new, and advisory until the next major release`);
    if (fits) return;
    const said = since === undefined ? "says no since" : `says since ${since}`;
    const message = `${id} ${said}, and is new in ${version}: it is not told apart from the checks that count`;
    problems.push({ kind: "since", check: id, message });
  }
}
