import { existsSync, realpathSync, statSync } from "node:fs";
import { createRequire, isBuiltin } from "node:module";
import { basename, dirname, join, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { member } from "@mcptest/pack";
import { folderOf } from "./install-command.js";
import { nearestPackageJson, type PackageJson, readPackageJson } from "./package-json.js";
import { type PnpResolver, pnpResolver } from "./pnp.js";
import { isAbove, topOfProject } from "./project-top.js";
import { absolutePath, isNpmName, isPathSpecifier, packageNameOf } from "./specifier.js";

/** Where a specifier leads. `missing`: nothing of that name is there. `broken`: it is there and has no usable entry. */
export type Resolution =
  | { status: "found"; file: string; url: string }
  | { status: "missing"; message: string }
  | { status: "broken"; message: string; cause?: unknown };

/**
 * Resolves what names a pack, with Node's own resolver, from the file or folder `from` in which the name stands: a path
 * or file URL (a relative one counts from that folder), or a package name with or without a path inside the package.
 * Global folders, NODE_PATH and what lies above the project are no place to look. `file` is the real path of the entry; nothing of it is run.
 */
export async function resolvePack(specifier: string, from: string): Promise<Resolution> {
  const folder = folderOf(from);
  return isPathSpecifier(specifier) ? await resolvePath(specifier, folder) : await resolveName(specifier, folder);
}

/** The package.json of the package `name` as it is installed for `folder`. Runs nothing. */
export function installedPackageJson(name: string, folder: string): PackageJson | undefined {
  if (!isNpmName(name)) return undefined;
  const pnp = pnpResolver(folder);
  if (pnp === undefined) {
    const [place] = placesOf(name, folder);
    return place === undefined ? undefined : readPackageJson(place);
  }
  try {
    return readPackageJson(pnp.folder(name));
  } catch {
    return undefined;
  }
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
  const pnp = pnpResolver(folder);
  if (pnp !== undefined) return resolveWithPnp(specifier, folder, pnp);
  const places = placesOf(specifier, folder);
  if (places.length === 0) return { status: "missing", message: notInstalled(specifier, folder) };
  if (hasEntryForImport(places[0])) return await resolveForImport(specifier, folder);
  try {
    const file = realpathSync(createRequire(join(folder, "noop.js")).resolve(specifier));
    if (places.some((place) => file.startsWith(place + sep))) return found(file);
    return { status: "broken", message: `${specifier} leads out of its package to ${file}` };
  } catch (cause) {
    return await resolveForImport(specifier, folder, cause);
  }
}

function resolveWithPnp(specifier: string, folder: string, pnp: PnpResolver): Resolution {
  try {
    return found(pnp.entry(specifier));
  } catch (cause) {
    try {
      pnp.folder(packageNameOf(specifier));
    } catch {
      return { status: "missing", message: `${specifier} is not installed for ${folder}` };
    }
    return broken(cause, folder);
  }
}

/** True where `require`, which is asked otherwise because it needs no other module, would find something else or nothing. */
function hasEntryForImport(place: string | undefined): boolean {
  const content = place === undefined ? undefined : readPackageJson(place)?.content;
  return JSON.stringify(member(content, "exports") ?? null).includes('"import":');
}

/** For packages whose `exports` tell `import` and `require` apart, and where `require` failed with `forRequire`. */
async function resolveForImport(specifier: string, folder: string, forRequire?: unknown): Promise<Resolution> {
  const { resolve } = await import("import-meta-resolve");
  try {
    return found(new URL(resolve(specifier, pathToFileURL(join(folder, "noop.js")).href)));
  } catch (forImport) {
    return broken(member(forRequire, "code") === "MODULE_NOT_FOUND" ? forRequire : forImport, folder);
  }
}

function broken(cause: unknown, folder: string): Resolution {
  const text = cause instanceof Error ? cause.message : String(cause);
  const message = (text.split("\n", 1)[0] ?? "").replaceAll(join(folder, "noop.js"), folder);
  return { status: "broken", message, cause };
}

/** That a package is missing, and where a copy lies that belongs to something else. */
function notInstalled(specifier: string, folder: string): string {
  const top = topOfProject(folder);
  const outside = installedPlaces(specifier, folder).find((place) => existsSync(place));
  const note =
    outside === undefined || top === undefined
      ? ""
      : `; the copy at ${outside} does not count, because it lies above the project, whose top is ${top}`;
  return `${specifier} is not installed for ${folder}${note}`;
}

/** Real paths of the {@link candidatePlaces} that exist. */
function placesOf(specifier: string, folder: string): string[] {
  const places = candidatePlaces(specifier, folder).filter((place) => existsSync(place));
  return places.map((place) => realpathSync(place));
}

/**
 * The folders that may be the package, in the order in which they are looked at: the package around `folder` when it names
 * itself and has the `exports` that this takes, and those in a node_modules folder on the way up from `folder` to the top
 * of its project.
 */
export function candidatePlaces(specifier: string, folder: string): string[] {
  const top = topOfProject(folder);
  const places = installedPlaces(specifier, folder).filter((place) => top === undefined || isAbove(top, place));
  const around = nearestPackageJson(folder);
  const isItself = around?.name === packageNameOf(specifier) && member(around.content, "exports") !== undefined;
  return isItself ? [dirname(around.file), ...places] : places;
}

/** The places where Node would look, without the global ones. */
function installedPlaces(specifier: string, folder: string): string[] {
  const name = packageNameOf(specifier);
  const paths = createRequire(join(folder, "noop.js")).resolve.paths(specifier) ?? [];
  return paths
    .filter((path) => basename(path) === "node_modules" && isAbove(dirname(path), folder))
    .map((path) => join(path, name));
}

function found(file: string | URL): Resolution {
  const real = realpathSync(file);
  return { status: "found", file: real, url: pathToFileURL(real).href };
}
