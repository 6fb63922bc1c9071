import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join, sep } from "node:path";
import { member } from "@mcptest/pack";
import { TRACES } from "./install-command.js";
import { readPackageJson, upward } from "./package-json.js";

/**
 * The top of the project around `folder`: the root of its workspace, else the nearest folder with a `.git` or what a package manager
 * leaves there,
 * else the nearest with a package.json. The home folder and what lies above it is no top of anything below it.
 * `undefined`: there is no trace of a project.
 */
export function topOfProject(folder: string): string | undefined {
  const folders = [...belowHome(holderOf(folder))];
  return (
    folders.findLast(isWorkspaceRoot) ??
    folders.find((one) => hasAny(one, [".git", ...TRACES.map(([file]) => file)])) ??
    folders.find((one) => hasAny(one, ["package.json"]))
  );
}

/** For what is itself installed: the folder whose node_modules holds it. */
function holderOf(folder: string): string {
  const [holder = "", ...inside] = `${folder}${sep}`.split(`${sep}node_modules${sep}`);
  return inside.length === 0 ? folder : holder || sep;
}

function* belowHome(start: string): Generator<string> {
  const home = homedir();
  for (const folder of upward(start)) {
    if (folder === home && folder !== start) return;
    yield folder;
  }
}

function isWorkspaceRoot(folder: string): boolean {
  return (
    existsSync(join(folder, "pnpm-workspace.yaml")) ||
    member(readPackageJson(folder)?.content, "workspaces") !== undefined
  );
}

function hasAny(folder: string, names: readonly string[]): boolean {
  return names.some((name) => existsSync(join(folder, name)));
}

/** True when `upper` is `folder` or lies above it. */
export function isAbove(upper: string, folder: string): boolean {
  return folder === upper || folder.startsWith(upper.endsWith(sep) ? upper : upper + sep);
}
