import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";

const NAME = "MCPTEST_E2E";

/** Environment for one start of a command, by which its processes and theirs are found again. */
export function newMark(): Record<string, string> {
  return { [NAME]: randomUUID() };
}

/** Command lines of the living processes with this mark. */
export function leftovers(mark: Record<string, string>): string[] {
  const entry = `${NAME}=${mark[NAME]}`;
  return readdirSync("/proc")
    .filter((pid) => /^\d+$/.test(pid) && read(pid, "environ").split("\0").includes(entry))
    .filter((pid) => !/\) [ZX] /.test(read(pid, "stat")))
    .map((pid) => read(pid, "cmdline").split("\0").join(" ").trim());
}

function read(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "latin1");
  } catch {
    return "";
  }
}
