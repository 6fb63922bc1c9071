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

/** Command names of the living processes (no zombies) whose environment carries the mark. */
export function survivors(mark: Record<string, string>): string[] {
  const entry = `${NAME}=${mark[NAME]}`;
  return readdirSync("/proc").flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return [];
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
      if (/\) [ZX] /.test(stat)) return [];
      if (!readFileSync(`/proc/${pid}/environ`, "latin1").split("\0").includes(entry)) return [];
      return [readFileSync(`/proc/${pid}/cmdline`, "latin1").split("\0").join(" ").trim()];
    } catch {
      return [];
    }
  });
}

/** Whether a process lives; a zombie does not. */
export function lives(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "latin1"));
  } catch {
    return false;
  }
}
