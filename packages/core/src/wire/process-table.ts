import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** One process of this machine. */
export interface ProcessRow {
  pid: number;
  parent: number;
  group: number;
  /** Ended, not yet collected by its parent: holds nothing, cannot be killed. */
  zombie: boolean;
  /** When it started, in the form of the system. With the pid it names one process for good: pids come round again. */
  started: string;
}

/**
 * Every process that can be seen, or `undefined` where the system gives no such list (Windows). Linux reads `/proc`,
 * other systems ask `ps`. Synchronous, because the last look happens while Node exits.
 */
export function processTable(): ProcessRow[] | undefined {
  if (process.platform === "linux") return linuxTable();
  return process.platform === "win32" ? undefined : psTable();
}

/** The row of one process, or `undefined` when it is not there. */
export function processRow(pid: number): ProcessRow | undefined {
  if (process.platform === "linux") return linuxRow(String(pid));
  return processTable()?.find((row) => row.pid === pid);
}

/**
 * True when `NAME=value` stands in the environment that the process was started with and `value` contains `marker`.
 * Linux only; false for processes of other users.
 */
export function hasMarker(pid: number, name: string, marker: string): boolean {
  if (process.platform !== "linux") return false;
  try {
    const environment = readFileSync(`/proc/${pid}/environ`, "latin1");
    return environment.split("\0").some((entry) => entry.startsWith(`${name}=`) && entry.includes(marker));
  } catch {
    return false;
  }
}

function linuxTable(): ProcessRow[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(linuxRow)
    .filter((row) => row !== undefined);
}

/** `pid (name) state ppid pgrp session …`, starttime is field 22. The name may hold spaces, brackets and line breaks. */
function linuxRow(name: string): ProcessRow | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${name}/stat`, "latin1");
  } catch {
    return undefined;
  }
  const [state, parent, group, ...rest] = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const zombie = state === "Z" || state === "X";
  return { pid: Number(name), parent: Number(parent), group: Number(group), zombie, started: rest[16] ?? "" };
}

function psTable(): ProcessRow[] {
  let text: string;
  try {
    const columns = ["pid=", "ppid=", "pgid=", "state=", "lstart="].flatMap((column) => ["-o", column]);
    text = execFileSync("ps", ["-A", ...columns], {
      encoding: "utf8",
      timeout: 5_000,
      stdio: ["ignore", "pipe", "ignore"],
    });
  } catch {
    return [];
  }
  return text.split("\n").flatMap((line) => {
    const [pid, parent, group, state, ...started] = line.trim().split(/\s+/);
    if (!pid || !parent || !group || !state) return [];
    const zombie = state.startsWith("Z");
    return [{ pid: Number(pid), parent: Number(parent), group: Number(group), zombie, started: started.join(" ") }];
  });
}
