import { type Installer, installerAt } from "@mcptest/core/loader";
import { at, isObject, member } from "@mcptest/core/report";
import { managerError, runManager } from "./package-manager.js";

/** What asks for all versions of a package, as JSON. bun reads the same configuration as npm. */
const VIEW: Readonly<Record<Installer, (name: string) => string[]>> = {
  npm: (name) => ["npm", "view", name, "versions", "--json"],
  bun: (name) => ["npm", "view", name, "versions", "--json"],
  pnpm: (name) => ["pnpm", "view", name, "versions", "--json"],
  "yarn-classic": (name) => ["yarn", "info", name, "versions", "--json"],
  "yarn-berry": (name) => ["yarn", "npm", "info", name, "--fields", "versions", "--json"],
};

/**
 * The versions of a package in the registry that the project around `folder` is configured with; `undefined` when it has no
 * such package. Throws `REGISTRY_UNREACHABLE` or `PACKAGE_MANAGER_FAILED`.
 */
export async function publishedVersions(
  name: string,
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string[] | undefined> {
  const words = VIEW[installerAt(folder)](name);
  const end = await runManager(words, { cwd: folder, env });
  const versions = versionsIn(end.stdout);
  if (end.code === 0 && versions !== undefined) return versions;
  if (isMissing(end.stdout + end.stderr)) return undefined;
  throw managerError(words, end);
}

/** The list in what a package manager prints: JSON as a whole, or one object on each line. */
function versionsIn(stdout: string): string[] | undefined {
  const values = [stdout, ...stdout.split("\n")].map(parsed);
  for (const value of values) {
    const found = [value, member(value, "versions"), at(value, "data")].find(isList);
    if (found !== undefined) return found;
    // npm gives a text in place of a list of one.
    if (typeof value === "string") return [value];
  }
  return undefined;
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) || Array.isArray(value) || typeof value === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}

function isList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function isMissing(said: string): boolean {
  return /\bE404\b|\b404\b|package not found/i.test(said);
}
