import type { ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { statSync } from "node:fs";
import type { Readable, Writable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { registerTree, unregisterTree } from "./process-registry.js";
import { MARKER, type ProcessTree, processTree, signalTrees, treeMembers } from "./process-tree.js";
import type { ProcessExit, StdioTarget } from "./types.js";
import { within } from "./within.js";

/** A server that was started. */
export interface ServerProcess {
  readonly pid: number;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Set at once when the process has ended, even while a descendant still holds its pipes. */
  readonly exit: ProcessExit | undefined;
  readonly exited: Promise<ProcessExit>;
  /**
   * Ends the process and all that descends from it: closes stdin, waits `graceMs`, SIGTERM, waits `graceMs`, SIGKILL
   * (2026-07-28 stdio, Shutdown). Resolves when nothing is left, at the latest a few seconds after SIGKILL. Idempotent.
   */
  stop(graceMs: number): Promise<void>;
}

/** Why no process could be started. */
export interface StartFailure {
  /** System error code such as `ENOENT`. */
  cause: string;
  /** One sentence for people. */
  problem: string;
}

/** Milliseconds to wait for the tree to vanish after SIGKILL. Only a process in the kernel's hands takes longer. */
const KILL_WAIT_MS = 5_000;

/**
 * Starts the command of a target without a shell, in a process group of its own, with `target.env` and the marker added
 * to the inherited environment. On Windows the command is found through PATHEXT and `.cmd` files run through `cmd.exe`
 * with every argument quoted. Never rejects.
 */
export async function startProcess(target: StdioTarget): Promise<ServerProcess | StartFailure> {
  const { default: spawn } = await import("cross-spawn");
  const marker = randomUUID();
  let child: ChildProcess;
  try {
    child = spawn(target.command, target.args, {
      cwd: target.cwd,
      env: environment(target.env ?? {}, marker),
      stdio: ["pipe", "pipe", "pipe"],
      // On Windows this would open a console window.
      detached: process.platform !== "win32",
      windowsHide: true,
    });
  } catch (error) {
    return startFailure(target, error);
  }
  const { pid, stdin, stdout, stderr } = child;
  for (const stream of [stdin, stdout, stderr]) stream?.on("error", () => {});
  if (pid === undefined || stdin === null || stdout === null || stderr === null) {
    const [error] = await once(child, "error");
    return startFailure(target, error);
  }
  // Later errors (a signal that could not be sent) change nothing: `exit` tells how it ended.
  child.on("error", () => {});
  const tree = processTree(pid, marker);
  registerTree(tree);

  let exit: ProcessExit | undefined;
  const exited = new Promise<ProcessExit>((resolve) => {
    child.once("exit", (code, signal) => {
      exit = { code, signal };
      // A last look while the ids are certainly ours: what was in the group stays known.
      treeMembers(tree);
      tree.rootEnded = true;
      resolve(exit);
    });
  });
  let stopping: Promise<void> | undefined;
  return {
    pid,
    stdin,
    stdout,
    stderr,
    get exit() {
      return exit;
    },
    exited,
    stop(graceMs) {
      stopping ??= stopTree(tree, stdin, exited, graceMs).finally(() => {
        unregisterTree(tree);
        for (const stream of [stdin, stdout, stderr]) stream.destroy();
        child.unref();
      });
      return stopping;
    },
  };
}

async function stopTree(tree: ProcessTree, stdin: Writable, exited: Promise<ProcessExit>, graceMs: number) {
  treeMembers(tree);
  stdin.end();
  if (await goneWithin(tree, exited, graceMs)) return;
  stdin.destroy();
  signalTrees([tree], "SIGTERM");
  if (await goneWithin(tree, exited, graceMs)) return;
  // Again and again: what is started between two looks is found by the next.
  for (const deadline = Date.now() + KILL_WAIT_MS; Date.now() < deadline; ) {
    signalTrees([tree], "SIGKILL");
    if (await goneWithin(tree, exited, 50)) return;
  }
}

/** True as soon as no member of the tree is left; false when `ms` milliseconds are over. */
async function goneWithin(tree: ProcessTree, exited: Promise<ProcessExit>, ms: number): Promise<boolean> {
  const deadline = Date.now() + ms;
  await within(ms, exited);
  // The root ended first: descendants are no children of ours, so there is no event to wait for.
  for (let step = 5; tree.rootEnded; step = Math.min(step * 2, 100)) {
    if (treeMembers(tree).length === 0) return true;
    const left = deadline - Date.now();
    if (left <= 0) return false;
    await delay(Math.min(step, left));
  }
  return false;
}

function environment(added: Record<string, string>, marker: string): NodeJS.ProcessEnv {
  const inherited = { ...process.env };
  if (process.platform === "win32") {
    // Names differ in case there and mean the same variable: ours must be the only one.
    const ours = new Set(Object.keys(added).map((name) => name.toUpperCase()));
    for (const name of Object.keys(inherited)) if (ours.has(name.toUpperCase())) delete inherited[name];
  }
  const outer = process.env[MARKER];
  return { ...inherited, ...added, [MARKER]: outer === undefined ? marker : `${outer},${marker}` };
}

function startFailure(target: StdioTarget, error: unknown): StartFailure {
  const cause = (error as NodeJS.ErrnoException | null)?.code ?? "UNKNOWN";
  return { cause, problem: `The server could not be started: ${startProblem(target, cause)} (${cause}).` };
}

function startProblem(target: StdioTarget, cause: string): string {
  const command = JSON.stringify(target.command);
  if (target.cwd !== undefined && !isDirectory(target.cwd))
    return `the working directory ${JSON.stringify(target.cwd)} is not there`;
  if (cause === "ENOENT") return `the command ${command} was not found`;
  if (cause === "EACCES") return `the command ${command} may not be executed`;
  return `the command ${command} was refused by the system`;
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
