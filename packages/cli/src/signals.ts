import { installProcessCleanup, killAllProcesses } from "@mcptest/core/wire";
import { codeOfSignal, decide } from "./exit-code.js";

/** How long a stopped run may take to write what it has, in milliseconds. */
const GRACE_MS = 15_000;

/** Watches for the end that somebody else decides. */
export interface Interruption {
  /** Aborted by the first SIGINT, SIGTERM or SIGHUP. */
  signal: AbortSignal;
  /** Exit code of that signal, once there was one. */
  code(): number | undefined;
  dispose(): void;
}

/**
 * The first SIGINT, SIGTERM or SIGHUP aborts, so that the run ends with the report it has; a second one, or a run that
 * does not end within 15 seconds, kills every server and ends the process at once. A reader that leaves stdout changes
 * nothing. `onSignal` is told once.
 */
export function watchInterruption(onSignal: (name: string) => void): Interruption {
  const controller = new AbortController();
  let code: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  const release = installProcessCleanup((reason) => {
    if (reason === "EPIPE") return;
    const decided = codeOfSignal(reason);
    code = decided;
    decide(decided);
    controller.abort(reason);
    timer = setTimeout(() => {
      killAllProcesses();
      process.exit(decided);
    }, GRACE_MS);
    onSignal(reason);
  });
  return {
    signal: controller.signal,
    code: () => code,
    dispose() {
      clearTimeout(timer);
      release();
    },
  };
}
