import { spawn } from "node:child_process";
import { MARKER } from "../../wire/process-tree.js";

/** Ends with the pipe that it reads, and the group of processes with it. */
const SCRIPT = 'read -r _; kill -s KILL -- "-$1"';

/**
 * Kills the process group `group` when this program is gone, however it ended: a pack that is busy does not notice by
 * itself. One shell waits for that, on systems that have one. Gives what ends the watch; it carries the mark of the tree.
 */
export function guardGroup(group: number, marker: string): () => void {
  if (process.platform === "win32") return () => {};
  const guard = spawn("/bin/sh", ["-c", SCRIPT, "mcptest", String(group)], {
    env: { [MARKER]: marker },
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  guard.on("error", () => {});
  guard.stdin.on("error", () => {});
  guard.unref();
  (guard.stdin as unknown as { unref?(): void }).unref?.();
  return () => guard.kill("SIGKILL");
}
