import { existsSync, realpathSync, statSync } from "node:fs";
import { createRequire, isBuiltin } from "node:module";
import { basename, dirname, join, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { member } from "@mcptest/pack";
import { folderOf } from "./install-command.js";
import { namedPackageAbove, nearestPackageJson, type PackageJson, readPackageJson } from "./package-json.js";
import { absolutePath, isNpmName, isPathSpecifier, packageNameOf } from "./specifier.js";

/** Where a specifier leads. `missing`: nothing of that name is there. `broken`: it is there and has no usable entry. */
export type Resolution =
  | { status: "found"; file: string; url: string }
  | { status: "missing"; message: string }
  | { status: "broken"; message: string; cause?: unknown };

/**
 * Resolves what names a pack, with Node's own resolver, from the file or folder `from` in which the name stands: a path
 * or file URL (a relative one counts from that folder), or a package name with or without a path inside the package.
 * Global folders and NODE_PATH are no place to look. `file` is the real path of the entry; nothing of it is run.
 */
export async function resolvePack(specifier: string, from: string): Promise<Resolution> {
  const folder = folderOf(from);
  return isPathSpecifier(specifier) ? await resolvePath(specifier, folder) : await resolveName(specifier, folder);
}

/** The package.json of the package `name` as it is installed for `folder`. Runs nothing. */
export async function installedPackageJson(name: string, folder: string): Promise<PackageJson | undefined> {
  if (!isNpmName(name)) return undefined;
  if (process.versions.pnp !== undefined) {
    const resolution = await resolvePack(name, folder);
    return resolution.status === "found" ? namedPackageAbove(resolution.file) : undefined;
  }
  const [place] = placesOf(name, folder, createRequire(join(folder, "noop.js")));
  return place === undefined ? undefined : readPackageJson(place);
}

async function resolvePath(specifier: string, from: string): Promise<Resolution> {
  let path: string;
  try {
    path = absolutePath(specifier, from);
  } catch {
    return { status: "missing", message: `${specifier} is no file URL of this machine` };
  }
  if (!existsSync(path)) return { status: "missing", message: `there is no file or folder ${path}` };
  return statSync(path).isDirectory() ? await resolveFolder(path) : found(path);
}

async function resolveFolder(folder: string): Promise<Resolution> {
  const pkg = readPackageJson(folder);
  if (pkg?.name !== undefined && member(pkg.content, "exports") !== undefined) return resolveName(pkg.name, folder);
  try {
    return found(createRequire(join(folder, "noop.js")).resolve(folder));
  } catch (cause) {
    const what = pkg ? "its package.json names no entry that exists" : "it has neither a package.json nor an index.js";
    return { status: "broken", message: `${folder} is a folder without an entry: ${what}`, cause };
  }
}

async function resolveName(specifier: string, folder: string): Promise<Resolution> {
  if (!isNpmName(specifier) || isBuiltin(specifier)) {
    return { status: "missing", message: `${JSON.stringify(specifier)} is no package name` };
  }
  const require = createRequire(join(folder, "noop.js"));
  const usesPnp = process.versions.pnp !== undefined;
  const places = usesPnp ? [] : placesOf(specifier, folder, require);
  const missing: Resolution = { status: "missing", message: `${specifier} is not installed for ${folder}` };
  if (!usesPnp && places.length === 0) return missing;
  try {
    const file = realpathSync(require.resolve(specifier));
    if (usesPnp || places.some((place) => file.startsWith(place + sep))) return found(file);
    return { status: "broken", message: `${specifier} leads out of its package to ${file}` };
  } catch (cause) {
    if (usesPnp && codeOf(cause) === "MODULE_NOT_FOUND") return missing;
    return await resolveForImport(specifier, folder, cause);
  }
}

/** For packages whose `exports` have no entry for `require`, which failed with `forRequire`. */
async function resolveForImport(specifier: string, folder: string, forRequire: unknown): Promise<Resolution> {
  const { resolve } = await import("import-meta-resolve");
  const parent = join(folder, "noop.js");
  try {
    return found(new URL(resolve(specifier, pathToFileURL(parent).href)));
  } catch (forImport) {
    const cause = codeOf(forRequire) === "MODULE_NOT_FOUND" ? forRequire : forImport;
    const text = cause instanceof Error ? cause.message : String(cause);
    return { status: "broken", message: (text.split("\n", 1)[0] ?? "").replaceAll(parent, folder), cause };
  }
}

/** Real paths of the {@link candidatePlaces} that exist. */
function placesOf(specifier: string, folder: string, require: NodeJS.Require): string[] {
  const places = candidatePlaces(specifier, folder, require).filter((place) => existsSync(place));
  return places.map((place) => realpathSync(place));
}

/**
 * The folders that may be the package, in the order in which they are looked at: the package around `folder` when it names
 * itself, and those in a node_modules folder on the way up from `folder`.
 */
export function candidatePlaces(
  specifier: string,
  folder: string,
  require: NodeJS.Require = createRequire(join(folder, "noop.js")),
): string[] {
  const name = packageNameOf(specifier);
  const onTheWayUp = (require.resolve.paths(specifier) ?? []).filter(
    (path) => basename(path) === "node_modules" && isAbove(dirname(path), folder),
  );
  const places = onTheWayUp.map((path) => join(path, name));
  const around = nearestPackageJson(folder);
  if (around?.name === name) places.unshift(dirname(around.file));
  return places;
}

function isAbove(upper: string, folder: string): boolean {
  return folder === upper || folder.startsWith(upper.endsWith(sep) ? upper : upper + sep);
}

function found(file: string | URL): Resolution {
  const real = realpathSync(file);
  return { status: "found", file: real, url: pathToFileURL(real).href };
}

function codeOf(error: unknown): string | undefined {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}
