import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { McptestError } from "@mcptest/core/errors";
import { type Installer, installerAt, nearestPackageJson, type PackRequest } from "@mcptest/core/loader";
import type { Invocation } from "./invocation.js";
import { quietWords, runManagerWell } from "./package-manager.js";
import type { PackPlace } from "./packs.js";

/** Packs in a folder that goes away. */
export interface Temporary {
  /** The request for one of them, called `key` in reports. */
  requestFor(request: PackRequest, key: string): PackRequest;
  dispose(): void;
}

/** What installs into a folder that is a project of its own, and runs no script of what it installs. */
const INSTALL: Readonly<Record<Installer, readonly string[]>> = {
  npm: ["npm", "install", "--prefix", ".", "--ignore-scripts", "--no-package-lock"],
  pnpm: ["pnpm", "add", "--ignore-workspace", "--ignore-scripts"],
  "yarn-classic": ["yarn", "add", "--ignore-scripts", "--no-lockfile"],
  "yarn-berry": ["yarn", "add", "--mode=skip-build"],
  bun: ["bun", "add", "--ignore-scripts", "--no-save"],
};

/** Files in which package managers keep their registries, for the folder of a project alone. */
const SETTINGS = [".npmrc", ".yarnrc", "bunfig.toml"] as const;

/** Under an npm alias each, so that versions of one package stand side by side. */
function aliasOf(index: number): string {
  return `mcptest-compared-${index + 1}`;
}

/**
 * Installs packs into a temporary folder, with the package manager of the project and its registries. The folder lies
 * below the node_modules of the project, so that peers that are not installed beside the packs are those of the project.
 */
export async function installTemporarily(
  requests: readonly PackRequest[],
  { cwd, config }: PackPlace,
  { env }: Invocation,
): Promise<Temporary> {
  const [first] = requests;
  if (first === undefined) return { requestFor: (request) => request, dispose() {} };
  if (process.versions.pnp !== undefined) throw underPlugAndPlay(first);
  const around = config ? dirname(config.file) : cwd;
  const project = nearestPackageJson(around);
  const { folder, dispose } = makeFolder(project && dirname(project.file));
  try {
    const installer = installerAt(around);
    prepare(folder, project && dirname(project.file), installer);
    const specifiers = requests.map(({ specifier, range }, index) => `${aliasOf(index)}@npm:${specifier}@${range}`);
    const words = quietWords([...INSTALL[installer], ...specifiers]);
    await runManagerWell(words, { cwd: folder, env: { ...env, YARN_NODE_LINKER: "node-modules" } });
  } catch (error) {
    dispose();
    throw error;
  }
  return {
    requestFor: (request, key) => ({
      ...request,
      name: key,
      specifier: aliasOf(requests.indexOf(request)),
      packageName: request.specifier,
      from: join(folder, "package.json"),
      orBundled: false,
    }),
    dispose,
  };
}

/** Node looks in no other place than Yarn's map of packages then, and a temporary folder is not on it. */
function underPlugAndPlay({ specifier, range, namedIn }: PackRequest): McptestError {
  const message = `${namedIn}: ${specifier}@${range} cannot be installed for a moment under Yarn's Plug'n'Play.`;
  return new McptestError("USAGE_BAD_VALUE", message, {
    fix: `Install it under an alias, and name that: mcptest packs add ${specifier}@${range} --as ALIAS`,
  });
}

/** An empty folder below `project`/node_modules, or in that of the system where there is no project. */
function makeFolder(project: string | undefined): { folder: string; dispose(): void } {
  const modules = project === undefined ? undefined : join(project, "node_modules");
  const isNew = modules !== undefined && !existsSync(modules);
  if (modules !== undefined) mkdirSync(modules, { recursive: true });
  const folder = mkdtempSync(join(modules ?? tmpdir(), ".mcptest-"));
  const remove = () => {
    rmSync(folder, { recursive: true, force: true });
    if (isNew && modules !== undefined) removeIfEmpty(modules);
  };
  // Also where a signal ends the program.
  process.once("exit", remove);
  return {
    folder,
    dispose() {
      process.off("exit", remove);
      remove();
    },
  };
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Somebody else has put something there.
  }
}

function prepare(folder: string, project: string | undefined, installer: Installer): void {
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  // Without a lockfile of its own it would be a stray folder of the workspace around it.
  if (installer === "yarn-berry") writeFileSync(join(folder, "yarn.lock"), "");
  if (project === undefined) return;
  for (const name of SETTINGS) {
    if (existsSync(join(project, name))) link(join(project, name), join(folder, name));
  }
}

/** A link, because such files may hold credentials; a copy that goes away with the folder where links are not allowed. */
function link(target: string, path: string): void {
  try {
    symlinkSync(target, path);
  } catch {
    copyFileSync(target, path);
  }
}
