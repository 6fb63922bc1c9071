import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The name of the variable by which tests find what they started, independent of the marker of the product. */
const NAME = "WIRE_TEST";

/** The path of a program of `wire/fixtures`. */
export function fixture(name: string): string {
  return fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url));
}

/** An environment variable that nothing else on this machine carries. */
export function testMark(): Record<string, string> {
  return { [NAME]: randomUUID() };
}

/** Command lines of the living processes (no zombies) whose environment carries the mark. */
export function survivors(mark: Record<string, string>): string[] {
  return markedPids(mark).flatMap((pid) => {
    const command = read(`/proc/${pid}/cmdline`);
    return command === undefined ? [] : [command.split("\0").join(" ").trim()];
  });
}

/** Kills them, for tests in which the product cannot. */
export function killSurvivors(mark: Record<string, string>): void {
  for (const pid of markedPids(mark)) process.kill(pid, "SIGKILL");
}

function markedPids(mark: Record<string, string>): number[] {
  const entry = `${NAME}=${mark[NAME]}`;
  return readdirSync("/proc")
    .filter((pid) => /^\d+$/.test(pid))
    .map(Number)
    .filter((pid) => lives(pid) && read(`/proc/${pid}/environ`)?.split("\0").includes(entry));
}

/** Whether a process lives; a zombie does not. */
export function lives(pid: number): boolean {
  const stat = read(`/proc/${pid}/stat`);
  return stat !== undefined && !/\) [ZX] /.test(stat);
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return undefined;
  }
}
