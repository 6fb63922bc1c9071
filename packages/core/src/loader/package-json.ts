import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isObject, member } from "@mcptest/pack";

/** What the loader reads of a package.json. */
export interface PackageJson {
  /** Absolute path of the file. */
  file: string;
  name?: string;
  version?: string;
  /** The whole content. */
  content: unknown;
}

/** Reads the package.json in `folder`; `undefined` when there is none that can be parsed to an object. */
export function readPackageJson(folder: string): PackageJson | undefined {
  const file = join(folder, "package.json");
  try {
    const content: unknown = JSON.parse(new TextDecoder().decode(readFileSync(file)));
    if (!isObject(content)) return undefined;
    const name = member(content, "name");
    const version = member(content, "version");
    return {
      file,
      content,
      ...(typeof name === "string" ? { name } : {}),
      ...(typeof version === "string" ? { version } : {}),
    };
  } catch {
    return undefined;
  }
}

/** Whether a package says, before any of its code runs, that its pack wants a browser: `"mcptestPack": { "wants": ["browser"] }`. */
export function wantsBrowser(packageJson: PackageJson | undefined): boolean {
  const wants = member(member(packageJson?.content, "mcptestPack"), "wants");
  return Array.isArray(wants) && wants.includes("browser");
}

/** The folders from `folder` up to the root of the file system. */
export function* upward(folder: string): Generator<string> {
  for (let current = folder; ; current = dirname(current)) {
    yield current;
    if (dirname(current) === current) return;
  }
}

/**
 * The nearest package.json above `entry` whose `name` is `name`. Files without a name (such as `{"type":"module"}` in a
 * folder of build output) are passed over; the walk ends at a node_modules folder. Runs nothing.
 */
export function packageOf(entry: string, name: string): PackageJson | undefined {
  for (const folder of upward(dirname(entry))) {
    if (basename(folder) === "node_modules") return undefined;
    const found = readPackageJson(folder);
    if (found?.name === name) return found;
  }
  return undefined;
}

/** The nearest package.json above `entry` that has any name, inside the same node_modules folder. */
export function namedPackageAbove(entry: string): PackageJson | undefined {
  for (const folder of upward(dirname(entry))) {
    if (basename(folder) === "node_modules") return undefined;
    const found = readPackageJson(folder);
    if (found?.name !== undefined) return found;
  }
  return undefined;
}

/** The nearest package.json of `folder` or above it. */
export function nearestPackageJson(folder: string): PackageJson | undefined {
  for (const current of upward(folder)) {
    const found = readPackageJson(current);
    if (found) return found;
  }
  return undefined;
}
