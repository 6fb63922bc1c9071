import { McptestError } from "../errors/index.js";

/** What node-semver does with prereleases, for messages. */
const PRERELEASE_RULE =
  "a prerelease is inside a range only if the range names a prerelease of the same major.minor.patch";

/** Why `range` is no semver range, or `undefined` when it is one. */
export async function pinProblem(range: string): Promise<string | undefined> {
  if (range.trim() === "") return 'it is empty; write "*" for any version';
  if (/^(?:workspace|catalog|npm|file|link|portal|patch):/.test(range)) {
    return `"${range.slice(0, range.indexOf(":"))}:" belongs in a package.json; a pin is the range alone`;
  }
  const { default: semver } = await import("semver");
  if (semver.validRange(range) !== null) return undefined;
  if (/^[a-z][\w-]*$/i.test(range)) return "it looks like a dist-tag, and a tag moves; write a range such as 1.x";
  return "it is no semver range";
}

/** The error for a pin that is no range, or `undefined`. `what` is the pack's name, `where` the place of the pin. */
export async function pinError(what: string, range: string, where: string): Promise<McptestError | undefined> {
  const problem = await pinProblem(range);
  if (problem === undefined) return undefined;
  return new McptestError("PACK_PIN_INVALID", `${where}: the pin ${JSON.stringify(range)} of ${what}: ${problem}.`);
}

/**
 * True when `version` lies inside `range`, by node-semver with its own rule for prereleases. Build metadata does not
 * count, also in exact pins.
 */
export async function satisfies(version: string, range: string): Promise<boolean> {
  const { default: semver } = await import("semver");
  return semver.satisfies(version, range);
}

/** The grammar of semver 2.0.0. Every pack has a version and few have a pin, so this must not load node-semver. */
const VERSION =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-(0|[1-9]\d*|\d*[a-z-][\da-z-]*)(\.(0|[1-9]\d*|\d*[a-z-][\da-z-]*))*)?(\+[\da-z-]+(\.[\da-z-]+)*)?$/i;

/** True for a version such as `1.2.0-rc.1+build`. */
export function isVersion(text: string): boolean {
  return text.length <= 256 && VERSION.test(text);
}

/** The sentence that is added when the prerelease rule is what keeps `version` out of `range`; else an empty text. */
export async function prereleaseNote(version: string, range: string): Promise<string> {
  const { default: semver } = await import("semver");
  const byRule = semver.prerelease(version) !== null && semver.satisfies(version, range, { includePrerelease: true });
  return byRule ? ` (${PRERELEASE_RULE})` : "";
}
