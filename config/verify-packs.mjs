// Proves that the packs with a changeset turn no green server red, unless their release is a major one.
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describeRelease, verifyRelease } from "@mcptest/testkit/verify";
import { buildIn, checkOut, newestTag, packsToRelease } from "./releases.mjs";

/**
 * Compares each pack of the repository in `folder` that a changeset names with its newest tag, and tells `say` about it.
 * `build` makes what was checked out runnable. True when every promise is kept.
 */
export async function verifyPacks(folder, { say = console.log, build = buildIn } = {}) {
  const packs = packsToRelease(folder);
  if (packs.length === 0) say("no changeset names a pack");
  let kept = true;
  for (const pack of packs) {
    const tag = newestTag(folder, pack.name);
    const nothing = promisesNothing(pack, tag);
    if (nothing !== undefined) say(`${pack.name}: ${nothing}: skipped`);
    else if (!(await verifyPack(folder, pack, tag, { say, build }))) kept = false;
  }
  return kept;
}

/** Why a release cannot break a promise. */
function promisesNothing({ name, kind }, tag) {
  if (tag === undefined) return `there is no tag ${name}@VERSION, so this is its first release`;
  if (kind === "major") return `a major release after ${tag} promises nothing about verdicts`;
  if (tag.startsWith(`${name}@0.`))
    return `a release after ${tag}, which is below 1.0.0, promises nothing about verdicts`;
  return undefined;
}

async function verifyPack(folder, { name, path, kind }, tag, { say, build }) {
  const old = mkdtempSync(join(tmpdir(), "mcptest-released-"));
  try {
    say(`${name}: ${kind} release after ${tag}`);
    checkOut(folder, tag, old);
    build(old);
    const proof = await verifyRelease({
      before: join(old, path),
      after: join(folder, path),
      as: kind,
      ...(await ownServers(join(folder, path))),
    });
    say(describeRelease(proof));
    return proof.ok;
  } finally {
    rmSync(old, { recursive: true, force: true });
  }
}

/**
 * What a pack for an extension that the testkit does not have is judged on: `releaseServers`, and `releaseOptions` of the
 * pack, of the file `release-servers` beside the other helpers of its tests.
 */
async function ownServers(pack) {
  const place = join(pack, "src/testing");
  const file = existsSync(place)
    ? readdirSync(place).find((name) => /^release-servers\.m?[jt]s$/.test(name))
    : undefined;
  if (file === undefined) return {};
  const { releaseServers, releaseOptions } = await import(pathToFileURL(join(place, file)).href);
  return { servers: releaseServers, options: releaseOptions };
}
