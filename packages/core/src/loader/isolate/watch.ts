import { readFileSync } from "node:fs";

/** Milliseconds between two looks. */
const LOOK_MS = 1_000;
/** Milliseconds without a sign of life, while something is awaited, after which a process counts as stuck. */
const SILENCE_MS = 15_000;
/** Bytes of memory that a process may hold: its heap, and what is outside of it. */
const MEMORY_BYTES = 512 * 1024 * 1024;
/** Bytes of one page of memory; `/proc` counts in pages. */
const PAGE_BYTES = 4_096;

/** What is watched. */
export interface Watched {
  pid: number | undefined;
  ping(number: number): void;
  /** The process is stuck or too large; called once. */
  failed(why: string): void;
}

/** Watches a process while somebody waits for it. */
export interface Watch {
  heard(): void;
  active(active: boolean): void;
  stop(): void;
}

/** Looks at a process each second: whether it answers, and, where the system tells, how much memory it holds. */
export function watchProcess({ pid, ping, failed }: Watched): Watch {
  let timer: NodeJS.Timeout | undefined;
  let heardAt = performance.now();
  let pings = 0;
  let stopped = false;

  function look(): void {
    const bytes = residentBytes(pid);
    if (bytes !== undefined && bytes > MEMORY_BYTES) failed(`it used more memory than it may (${MEMORY_BYTES} bytes)`);
    else if (performance.now() - heardAt > SILENCE_MS) failed(`it did not answer for ${SILENCE_MS} ms`);
    else ping(++pings);
  }

  return {
    heard() {
      heardAt = performance.now();
    },
    active(active) {
      if (stopped || active === (timer !== undefined)) return;
      if (active) {
        heardAt = performance.now();
        timer = setInterval(look, LOOK_MS);
      } else {
        clearInterval(timer);
        timer = undefined;
      }
    },
    stop() {
      stopped = true;
      clearInterval(timer);
    },
  };
}

/** Memory that a process holds, where `/proc` tells. */
function residentBytes(pid: number | undefined): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]) * PAGE_BYTES;
  } catch {
    return undefined;
  }
}
