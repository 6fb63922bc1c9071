import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { foldersOfPackage } from "./readable.js";

/** MiB of the JavaScript heap of a pack. */
const HEAP_MIB = 256;

/** How the process of a pack is started. */
export interface ProcessStart {
  command: string;
  args: string[];
  env: Record<string, string>;
}

/** What the process of a pack may do. */
export interface ProcessLeave {
  /** Folders that it may read. */
  readable: readonly string[];
  /**
   * It may start other processes, which are held by nothing and read what they like; so may it. What it writes is temporary
   * files.
   */
  startsBrowser: boolean;
  /** Folder for its temporary files. */
  temporary?: string;
}

/**
 * The program that serves a pack, with an empty environment, a limit for its heap, and, where this Node has a permission
 * model, leave to read what it may and what mcptest itself consists of, and to do nothing else but start a browser.
 */
export function startOfProcess({ readable, startsBrowser, temporary }: ProcessLeave): ProcessStart {
  const here = fileURLToPath(import.meta.url);
  const fromSource = here.endsWith(".ts");
  const program = programAbove(here, fromSource ? "pack-process.ts" : "pack-process.js");
  const source = fromSource ? ["--conditions=@mcptest/source", "--import", import.meta.resolve("tsx")] : [];
  const permissions =
    fromSource || usesPnp() ? [] : permissionFlags([...readable, ...foldersOfPackage(here)], startsBrowser);
  return {
    command: process.execPath,
    args: [...permissions, `--max-old-space-size=${HEAP_MIB}`, "--no-warnings", ...source, program],
    env: {
      ...environment(),
      ...(temporary === undefined ? {} : { TMPDIR: temporary, TMP: temporary, TEMP: temporary }),
    },
  };
}

/** The program: in the folder `src` or `dist` of this package, wherever in it this code is. */
function programAbove(file: string, name: string): string {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    const program = join(folder, name);
    if (existsSync(program) && existsSync(join(folder, "..", "package.json"))) return program;
  }
  throw new Error(`mcptest is not whole: there is no ${name} above ${file}`);
}

function permissionFlags(folders: readonly string[], startsBrowser: boolean): string[] {
  const flags = process.allowedNodeEnvironmentFlags;
  const [flag] = ["--permission", "--experimental-permission"].filter((name) => flags.has(name));
  if (flag === undefined) return [];
  const temporary = startsBrowser ? [...new Set([tmpdir(), "/tmp"])] : [];
  const readable = startsBrowser ? ["*"] : [...new Set(folders)].map((folder) => `${folder}${sep}*`);
  return [
    flag,
    ...readable.map((path) => `--allow-fs-read=${path}`),
    ...temporary.map((folder) => `--allow-fs-write=${folder}${sep}*`),
    ...(startsBrowser ? ["--allow-child-process"] : []),
  ];
}

function usesPnp(): boolean {
  return process.versions.pnp !== undefined;
}

/** Nothing of ours, but what Node cannot start without, and what Yarn's Plug'n'Play resolves with. */
function environment(): Record<string, string> {
  const names = [...(process.platform === "win32" ? ["SystemRoot"] : []), ...(usesPnp() ? ["NODE_OPTIONS"] : [])];
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}
