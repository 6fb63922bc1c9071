import { existsSync, readFileSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, sep } from "node:path";
import { isObject, member } from "@mcptest/pack";

/** Packages that are followed from one. */
const MAX_PACKAGES = 200;

/**
 * Folders that a pack needs to read whose file is in an installed package: that package, the folders of packages around
 * it, and, where its dependencies are linked from elsewhere (a workspace), the same for those. Nothing else of the project
 * is among them: it may hold secrets.
 */
export function foldersOfPackage(file: string): string[] {
  const folders = new Set<string>();
  const seen = new Set<string>();
  function add(folder: string): void {
    if (seen.has(folder) || seen.size > MAX_PACKAGES) return;
    seen.add(folder);
    folders.add(folder);
    const around = foldersAbove(folder).map((above) => join(above, "node_modules"));
    const modules = around.filter((path) => existsSync(path));
    for (const path of modules) folders.add(path);
    for (const name of dependenciesOf(folder)) {
      const found = modules.map((path) => join(path, name)).find((path) => existsSync(path));
      const real = found === undefined ? undefined : realPath(found);
      if (real !== undefined && !isInside(real, folders)) add(real);
    }
  }
  add(packageFolder(file));
  return [...folders];
}

/**
 * Folders that a pack needs to read which is a file of the user's own: the project around it, so that it can import what is
 * beside it. That is the topmost folder with a package.json in the same repository; never a home folder or what is above one.
 */
export function foldersOfProject(file: string): string[] {
  const above = foldersAbove(dirname(file));
  const repository = above.findIndex((folder) => existsSync(join(folder, ".git")));
  const inside = repository < 0 ? above : above.slice(0, repository + 1);
  const isProject = (folder: string) => !isHomeOrAbove(folder) && existsSync(join(folder, "package.json"));
  const project = inside.findLast(isProject);
  return [...(project === undefined ? [] : [project]), ...foldersOfPackage(file)];
}

/** The folder with the nearest package.json, or the file's own where that would be a home folder. */
function packageFolder(file: string): string {
  const own = dirname(file);
  const found = foldersAbove(own).find((folder) => existsSync(join(folder, "package.json")));
  return found === undefined || isHomeOrAbove(found) ? own : found;
}

/** A folder and those above it, but the root of the file system. */
function foldersAbove(folder: string): string[] {
  const above = dirname(folder);
  return above === folder ? [] : [folder, ...foldersAbove(above)];
}

function isHomeOrAbove(folder: string): boolean {
  const home = realPath(homedir()) ?? homedir();
  return home === folder || home.startsWith(folder + sep);
}

function isInside(path: string, folders: Iterable<string>): boolean {
  return [...folders].some((folder) => path === folder || path.startsWith(folder + sep));
}

function dependenciesOf(folder: string): string[] {
  try {
    const json: unknown = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const members = ["dependencies", "peerDependencies", "optionalDependencies"].map((name) => member(json, name));
    return members.flatMap((names) => (isObject(names) ? Object.keys(names) : []));
  } catch {
    return [];
  }
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
