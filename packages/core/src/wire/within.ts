import { setTimeout as delay } from "node:timers/promises";
import { timerDelay } from "./limits.js";

/**
 * Resolves when `event` has settled, or after `ms` milliseconds. Never rejects, and leaves no timer behind that would hold
 * up the end of the program.
 */
export async function within(ms: number, event: Promise<unknown>): Promise<void> {
  const timer = new AbortController();
  await Promise.race([event, delay(timerDelay(ms), undefined, { signal: timer.signal })]).catch(() => {});
  timer.abort();
}
