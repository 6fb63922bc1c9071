import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { member } from "@mcptest/pack";
import { readPackageJson, upward } from "./package-json.js";

/** The package managers whose traces are known. */
export type PackageManager = "npm" | "pnpm" | "yarn" | "bun";

const LOCKFILES: readonly [file: string, manager: PackageManager][] = [
  ["pnpm-lock.yaml", "pnpm"],
  ["yarn.lock", "yarn"],
  ["bun.lock", "bun"],
  ["bun.lockb", "bun"],
  ["package-lock.json", "npm"],
  ["npm-shrinkwrap.json", "npm"],
];

const ADD: Readonly<Record<PackageManager, string>> = {
  npm: "npm install --save-dev",
  pnpm: "pnpm add --save-dev",
  yarn: "yarn add --dev",
  bun: "bun add --dev",
};

/**
 * The package manager of the project around `from`, a file or folder: by the `packageManager` member of a package.json or
 * by a lockfile, whichever is nearer. Default npm.
 */
export function packageManagerAt(from: string): PackageManager {
  for (const folder of upward(folderOf(from))) {
    const field = member(readPackageJson(folder)?.content, "packageManager");
    const named = typeof field === "string" ? /^(npm|pnpm|yarn|bun)@/.exec(field)?.[1] : undefined;
    if (named !== undefined) return named as PackageManager;
    const lock = LOCKFILES.find(([file]) => existsSync(join(folder, file)));
    if (lock) return lock[1];
  }
  return "npm";
}

/** The command that installs `packages` (`name`, `name@range`) as development dependencies of the project around `from`. */
export function installCommand(from: string, packages: readonly string[]): string {
  return [ADD[packageManagerAt(from)], ...packages.map(quoted)].join(" ");
}

/** `path` itself when it is a folder, else its folder. */
export function folderOf(path: string): string {
  try {
    return statSync(path).isDirectory() ? path : dirname(path);
  } catch {
    return dirname(path);
  }
}

function quoted(text: string): string {
  return /^[\w@./:~+-]+$/.test(text) ? text : `"${text}"`;
}
