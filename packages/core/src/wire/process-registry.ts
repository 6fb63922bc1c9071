import { killTreesNow, type ProcessTree } from "./process-tree.js";

/** Trees that were started and not yet seen to be gone. */
const live = new Set<ProcessTree>();

/** Why the program is about to end. `EPIPE`: nobody reads our stdout any more. */
export type EndReason = "SIGINT" | "SIGTERM" | "SIGHUP" | "EPIPE";

/** What the program does itself when it is about to end. */
export type EndHandler = (reason: EndReason) => void;

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

interface Installed {
  handler: EndHandler | undefined;
  ending: boolean;
}

let installed: Installed | undefined;

/** Puts a tree under the care of {@link killAllProcesses} and of the clean-up at the end of the program. */
export function registerTree(tree: ProcessTree): void {
  installProcessCleanup();
  live.add(tree);
}

/** Takes a tree that is gone out of that care. */
export function unregisterTree(tree: ProcessTree): void {
  live.delete(tree);
}

/** Kills every started process and all their descendants at once (SIGKILL). Synchronous, never throws. */
export function killAllProcesses(): void {
  const trees = [...live];
  live.clear();
  killTreesNow(trees);
}

/**
 * Makes sure that no server outlives this program; the first server that is started installs it too. Idempotent; a
 * later call with a handler sets it, and the returned function takes that handler away again.
 *
 * - Normal exit, `process.exit`, an uncaught exception and an unhandled rejection: everything is killed synchronously
 *   on `exit`. The exit code and what Node prints are left alone.
 * - SIGINT, SIGTERM, SIGHUP, and a stdout that nobody reads (EPIPE): with a handler, the first one goes to the handler,
 *   which is to close what is open, write what it has and end the program with its own exit code; a second one kills
 *   everything and ends the program at once. Without a handler everything is killed, and the program ends as it would
 *   have without us, unless it listens for that signal itself.
 * - SIGKILL of this program cannot be seen. The stdin of each server closes then, on which a server has to exit
 *   (2026-07-28 stdio, Shutdown); one that does not, stays.
 */
export function installProcessCleanup(handler?: EndHandler): () => void {
  if (installed === undefined) {
    installed = { handler: undefined, ending: false };
    process.on("exit", killAllProcesses);
    for (const signal of SIGNALS) process.on(signal, onSignal);
    process.stdout.on("error", onStdoutError);
  }
  const state = installed;
  if (handler !== undefined) {
    state.handler = handler;
    state.ending = false;
  }
  return () => {
    if (handler !== undefined && state.handler === handler) state.handler = undefined;
  };
}

function onSignal(signal: NodeJS.Signals): void {
  if (handedOver(signal as EndReason)) return;
  killAllProcesses();
  if (installed?.handler === undefined && process.listenerCount(signal) > 1) return;
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

function onStdoutError(error: NodeJS.ErrnoException): void {
  if (error.code === "EPIPE" && handedOver("EPIPE")) return;
  killAllProcesses();
  // Our listener took away the default, an uncaught error. Give it back, unless somebody else takes care.
  if (installed?.handler === undefined && process.stdout.listenerCount("error") === 1) throw error;
}

/** True when the program's own handler takes care of the end: the first time, if there is one. */
function handedOver(reason: EndReason): boolean {
  if (installed?.handler === undefined || installed.ending) return false;
  installed.ending = true;
  installed.handler(reason);
  return true;
}
