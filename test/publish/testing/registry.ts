import { type ChildProcess, fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../../config/workspace.mjs";
import { TOOLS_FOLDER } from "./tools.js";

/** What the registry of an earlier run has seen of other people's packages. A run without a network lives on it. */
const CACHE = join(root, "node_modules/.cache/mcptest-registry");

/** Packages that only this registry has: they are never asked for elsewhere and never kept. */
const OURS = ["@mcptest/*", "mcptest", "mcptest-pack-*", "create-mcptest-pack"];

/** A registry in a process of its own. */
export interface Registry {
  /** Without a slash at the end. */
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts an empty registry on loopback, which keeps everything below `folder`. Anybody may publish; what it does not have
 * and what is not ours it fetches from the registry that npm is configured with, and remembers for later runs.
 */
export async function startRegistry(folder: string): Promise<Registry> {
  const storage = join(folder, "storage");
  mkdirSync(storage, { recursive: true });
  if (existsSync(CACHE)) cpSync(CACHE, storage, { recursive: true });
  const file = join(folder, "registry.json");
  writeFileSync(file, JSON.stringify(configuration(storage)));
  const child = fork(join(TOOLS_FOLDER, "registry.mjs"), [file], { stdio: ["ignore", "ignore", "pipe", "ipc"] });
  let said = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    said += chunk.toString("utf8");
  });
  const port = await Promise.race([once(child, "message"), once(child, "exit")]);
  if (child.exitCode !== null) throw new Error(`the registry ended with ${child.exitCode}: ${said}`);
  const stop = async () => {
    await ended(child);
    keepFetched(folder);
  };
  return { url: `http://127.0.0.1:${port[0]}`, stop };
}

function configuration(storage: string): object {
  const access = "$all";
  const ours = OURS.map((name) => [name, { access, publish: "$all" }]);
  return {
    storage,
    auth: { htpasswd: { file: join(storage, "htpasswd"), max_users: -1 } },
    // What was fetched once stays good: versions do not change, and an offline run must not wait for a network.
    uplinks: { npm: { url: configuredRegistry(), maxage: "30d", max_fails: 1000, timeout: "60s" } },
    packages: { ...Object.fromEntries(ours), "**": { access, proxy: "npm" } },
    log: { type: "stdout", format: "json", level: "fatal" },
  };
}

function configuredRegistry(): string {
  const { stdout } = spawnSync("npm", ["config", "get", "registry"], { cwd: root, encoding: "utf8" });
  return stdout.trim();
}

async function ended(child: ChildProcess): Promise<void> {
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}

/**
 * Keeps what the registry of `folder` has fetched, for registries that start later: puts it in the place of the cache in
 * one step, because another run may read that meanwhile.
 */
export function keepFetched(folder: string): void {
  const storage = join(folder, "storage");
  const fresh = `${CACHE}.${process.pid}`;
  mkdirSync(fresh, { recursive: true });
  for (const name of readdirSync(storage)) {
    if (name.startsWith(".") || name === "htpasswd" || isOurs(name)) continue;
    cpSync(join(storage, name), join(fresh, name), { recursive: true });
  }
  rmSync(CACHE, { recursive: true, force: true });
  renameSync(fresh, CACHE);
}

function isOurs(name: string): boolean {
  return OURS.some((pattern) =>
    pattern.endsWith("*") ? `${name}/`.startsWith(pattern.slice(0, -1)) : name === pattern,
  );
}
