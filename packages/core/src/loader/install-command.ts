import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { member } from "@mcptest/pack";
import { nearestPackageJson, readPackageJson, upward } from "./package-json.js";

/** The package managers whose traces are known. */
export type PackageManager = "npm" | "pnpm" | "yarn" | "bun";

/** What they leave in a folder. */
export const TRACES: readonly [file: string, manager: PackageManager][] = [
  ["pnpm-lock.yaml", "pnpm"],
  ["pnpm-workspace.yaml", "pnpm"],
  ["yarn.lock", "yarn"],
  [".yarnrc.yml", "yarn"],
  ["bun.lock", "bun"],
  ["bun.lockb", "bun"],
  ["package-lock.json", "npm"],
  ["npm-shrinkwrap.json", "npm"],
];

/** `yarn-classic` is version 1; its flags are not those of later versions. */
export type Installer = Exclude<PackageManager, "yarn"> | "yarn-classic" | "yarn-berry";

const ADD: Readonly<Record<Installer, string>> = {
  npm: "npm install --save-dev",
  pnpm: "pnpm add --save-dev",
  "yarn-classic": "yarn add --dev",
  "yarn-berry": "yarn add --dev",
  bun: "bun add --dev",
};

/** What the root of a workspace takes in addition: without it these two refuse. */
const AT_WORKSPACE_ROOT: Partial<Readonly<Record<Installer, string>>> = {
  pnpm: " --workspace-root",
  "yarn-classic": " --ignore-workspace-root-check",
};

/**
 * The package manager of the project around `from`, a file or folder: by the `packageManager` or `devEngines` member of a
 * package.json or by what it leaves in a folder, whichever is nearer. Default npm.
 */
export function packageManagerAt(from: string): PackageManager {
  const installer = installerAt(from);
  return installer === "yarn-classic" || installer === "yarn-berry" ? "yarn" : installer;
}

/** The command that installs `packages` (`name`, `name@range`) as development dependencies of the project around `from`. */
export function installCommand(from: string, packages: readonly string[]): string {
  return installWords(from, packages).map(quoted).join(" ");
}

/** The words of {@link installCommand}: the program and its arguments. */
export function installWords(from: string, packages: readonly string[]): string[] {
  const folder = folderOf(from);
  const installer = installerAt(folder);
  const atRoot = isWorkspaceRoot(folder) ? (AT_WORKSPACE_ROOT[installer] ?? "") : "";
  return [...`${ADD[installer]}${atRoot}`.split(" "), ...packages];
}

/** The command that takes `name` out of the project around `from` again. */
export function removeCommand(from: string, name: string): string {
  const manager = packageManagerAt(from);
  return `${manager} ${manager === "npm" ? "uninstall" : "remove"} ${quoted(name)}`;
}

/** As {@link packageManagerAt}, and which yarn it is. */
export function installerAt(from: string): Installer {
  for (const folder of upward(folderOf(from))) {
    const { name, version } = declaredIn(folder) ?? {};
    const manager = name ?? TRACES.find(([file]) => existsSync(join(folder, file)))?.[1];
    if (manager === "yarn") return isClassic(folder, version) ? "yarn-classic" : "yarn-berry";
    if (manager !== undefined) return manager;
  }
  return "npm";
}

/** `packageManager: "pnpm@10.0.0"`, or `devEngines: { packageManager: { name: "pnpm" } }`. */
function declaredIn(folder: string): { name: PackageManager; version: string | undefined } | undefined {
  const content = readPackageJson(folder)?.content;
  const field = member(content, "packageManager");
  const engines = member(member(content, "devEngines"), "packageManager");
  const engine = Array.isArray(engines) ? (engines[0] as unknown) : engines;
  const engineText = `${String(member(engine, "name"))}@${String(member(engine, "version") ?? "")}`;
  const text = typeof field === "string" ? field : engineText;
  const [, name, version] = /^(npm|pnpm|yarn|bun)@(.*)$/s.exec(text) ?? [];
  return name === undefined ? undefined : { name: name as PackageManager, version: version || undefined };
}

/** By the version that is declared, else by the lockfile of version 1. */
function isClassic(folder: string, version: string | undefined): boolean {
  const major = /\d+/.exec(version ?? "")?.[0];
  if (major !== undefined) return major === "1";
  if (existsSync(join(folder, ".yarnrc.yml"))) return false;
  try {
    return /^# yarn lockfile v1$/m.test(readFileSync(join(folder, "yarn.lock"), "utf8"));
  } catch {
    return false;
  }
}

/** Whether the package that would get the dependency is the root of a workspace. */
function isWorkspaceRoot(from: string): boolean {
  const found = nearestPackageJson(from);
  if (found === undefined) return false;
  return (
    existsSync(join(dirname(found.file), "pnpm-workspace.yaml")) || member(found.content, "workspaces") !== undefined
  );
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
