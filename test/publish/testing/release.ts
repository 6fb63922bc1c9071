import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { publishedPackages, root } from "../../../config/workspace.mjs";
import { run } from "./run.js";
import { PNPM } from "./tools.js";

/** The version of each published package, by name. */
export type Versions = Record<string, string>;

interface Manifest {
  name: string;
  version: string;
  [member: string]: unknown;
}

/**
 * Publishes every package as it is built, with the versions that its changesets give it, from a copy of the workspace in
 * `folder`, and the Tasks pack a second time, as its own next major. Returns the versions.
 */
export async function publishRelease(folder: string, env: Record<string, string>): Promise<Versions> {
  copyWorkspace(folder);
  await run(process.execPath, [join(root, "node_modules/@changesets/cli/bin.js"), "version"], { cwd: folder, env });
  const versions: Versions = {};
  for (const { path } of publishedPackages()) {
    const manifest = manifestIn(join(folder, path));
    linkSiblings(folder, path, manifest);
    versions[manifest.name] = manifest.version;
  }
  await publish(["--recursive"], folder, env);
  const tasks = join(folder, "packs/tasks");
  const manifest = manifestIn(tasks);
  manifest.version = `${Number.parseInt(manifest.version, 10) + 1}.0.0`;
  writeFileSync(join(tasks, "package.json"), JSON.stringify(manifest));
  await publish([], tasks, env);
  return versions;
}

/** Publishes a package of somebody else. */
export async function publishPackage(
  folder: string,
  files: Record<string, string | object>,
  env: Record<string, string>,
): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), typeof content === "string" ? content : JSON.stringify(content));
  }
  await publish([], folder, env);
}

async function publish(options: string[], cwd: string, env: Record<string, string>): Promise<void> {
  await run(process.execPath, [PNPM, ...options, "publish", "--no-git-checks"], { cwd, env });
}

function copyWorkspace(folder: string): void {
  for (const { folder: source, path } of publishedPackages()) {
    const left = ["node_modules", "src"].map((name) => join(source, name));
    cpSync(source, join(folder, path), { recursive: true, filter: (file) => !left.includes(file) });
  }
  for (const path of ["package.json", "pnpm-workspace.yaml", "LICENSE", ".changeset"]) {
    cpSync(join(root, path), join(folder, path), { recursive: true });
  }
}

/** pnpm reads the version behind `workspace:` from the linked package. */
function linkSiblings(folder: string, path: string, manifest: Manifest): void {
  const siblings = new Map(publishedPackages().map((one) => [one.manifest.name as string, one.path]));
  const members = ["dependencies", "devDependencies", "peerDependencies"].map((name) => manifest[name]);
  const names = new Set(members.flatMap((member) => Object.keys(member ?? {})));
  for (const name of names) {
    const target = siblings.get(name);
    if (target === undefined) continue;
    const link = join(folder, path, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(folder, target), link);
  }
}

function manifestIn(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}
