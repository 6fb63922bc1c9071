import { readFileSync } from "node:fs";

/** Milliseconds between two looks at the memory. */
const LOOK_MS = 250;
/** Looks between two pings. */
const PING_LOOKS = 4;
/**
 * Pings without a sign of life after which a process counts as stuck. They are counted, and not the time, which also
 * passes while this program itself is held up.
 */
const MAX_UNANSWERED = 15;
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

/** Looks at a process: whether it answers, and, where the system tells, how much memory it holds. Keeps no program alive. */
export function watchProcess({ pid, ping, failed }: Watched): Watch {
  let timer: NodeJS.Timeout | undefined;
  let looks = 0;
  let unanswered = 0;
  let stopped = false;

  function look(): void {
    const bytes = residentBytes(pid);
    if (bytes !== undefined && bytes > MEMORY_BYTES) failed(`it used more memory than it may (${MEMORY_BYTES} bytes)`);
    else if (++looks % PING_LOOKS === 0) {
      const seconds = (MAX_UNANSWERED * PING_LOOKS * LOOK_MS) / 1_000;
      if (unanswered >= MAX_UNANSWERED) failed(`it did not answer for ${seconds} seconds`);
      else {
        unanswered++;
        ping(looks);
      }
    }
  }

  return {
    heard() {
      unanswered = 0;
    },
    active(active) {
      if (stopped || active === (timer !== undefined)) return;
      clearInterval(timer);
      timer = undefined;
      unanswered = 0;
      if (active) timer = setInterval(look, LOOK_MS).unref();
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
