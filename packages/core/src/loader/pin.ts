import { McptestError } from "../errors/index.js";

/** What node-semver does with prereleases, for messages. */
const PRERELEASE_RULE =
  "a prerelease is inside a range only if the range names a prerelease of the same major.minor.patch";

/** What is wrong with a pin, and what to write in its place. */
export interface PinProblem {
  message: string;
  /** Absent: the general fix of the code says enough. */
  fix?: string;
}

/** Why `range` is no semver range, or `undefined` when it is one. */
export async function pinProblem(range: string): Promise<PinProblem | undefined> {
  if (range.trim() === "") return { message: 'it is empty; write "*" for any version' };
  const { default: semver } = await import("semver");
  return semver.validRange(range) === null ? notARange(range.trim()) : undefined;
}

/** What stands in a package.json in place of a range has its own place in a configuration, or none. */
function notARange(text: string): PinProblem {
  const [, protocol = ""] = /^([a-z+]+):/i.exec(text) ?? [];
  const alias = /^npm:((?:@[^/@]+\/)?[^@]+)(?:@(.+))?$/.exec(text);
  if (alias) {
    const [, name, version = "*"] = alias;
    return {
      message: '"npm:" belongs in a package.json; a pin is the range alone',
      fix: `Write { pack: ${JSON.stringify(name)}, version: ${JSON.stringify(version)} }, under the name that it has in package.json.`,
    };
  }
  if (["workspace", "catalog", "npm", "file", "link", "portal", "patch"].includes(protocol)) {
    const folder = ["file", "link", "portal"].includes(protocol);
    return {
      message: `"${protocol}:" belongs in a package.json; a pin is the range alone`,
      fix: folder
        ? "Name the pack by its path (./folder), or leave this in package.json and write the range here, such as 1.x."
        : 'Leave this in package.json, and write the range here, such as 1.x, or "*" for any version.',
    };
  }
  const repository = /^[\w.-]+\/[\w.-]+(?:#.*)?$/.test(text) || /^[\w.-]+@[\w.-]+:/.test(text);
  if (protocol !== "" || repository) {
    return {
      message: "it is a URL or a repository; a pin is the range alone",
      fix: 'Install the pack from there with your package manager, and write here the range that its version has to be in, such as 1.x, or "*" for any version.',
    };
  }
  if (/^[a-z][\w-]*$/i.test(text)) {
    return { message: "it looks like a dist-tag, and a tag moves; write a range such as 1.x" };
  }
  return { message: "it is no semver range" };
}

/** The error for a pin that is no range, or `undefined`. `what` is the pack's name, `where` the place of the pin. */
export async function pinError(what: string, range: string, where: string): Promise<McptestError | undefined> {
  const problem = await pinProblem(range);
  if (problem === undefined) return undefined;
  const { message, fix } = problem;
  const text = `${where}: the pin ${JSON.stringify(range)} of ${what}: ${message}.`;
  return new McptestError("PACK_PIN_INVALID", text, fix === undefined ? {} : { fix });
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
