import { setMaxListeners } from "node:events";
import { isUnavailable, type Unavailable, unavailable } from "@mcptest/pack";
import { timerDelay } from "../wire/limits.js";

/** A signal that stops work, with the reason in words: always an {@link Unavailable} of origin `host`. */
export interface Stopper {
  readonly signal: AbortSignal;
  /** Stops with a reason; the first one counts. */
  stop(reason: string): void;
  /** Lifts the time limit; the parent still stops it. */
  liftLimit(): void;
  /** Lifts the time limit and lets go of the parent. Idempotent. */
  dispose(): void;
}

/**
 * Makes a stopper that stops with its parent, for the parent's reason, and after `limit.ms` milliseconds for the
 * reason of the limit.
 */
export function createStopper(parent?: AbortSignal, limit?: { ms: number; reason: string }): Stopper {
  const controller = new AbortController();
  // Every fixture and check that runs listens; how many they are is no sign of a leak.
  setMaxListeners(0, controller.signal);
  const stop = (reason: Unavailable) => controller.abort(reason);
  const follow = () => parent && stop(stopReason(parent));
  if (parent?.aborted) follow();
  parent?.addEventListener("abort", follow, { once: true });
  const timer = limit && setTimeout(() => stop(byHost(limit.reason)), timerDelay(limit.ms));
  return {
    signal: controller.signal,
    stop: (reason) => stop(byHost(reason)),
    liftLimit: () => clearTimeout(timer),
    dispose() {
      clearTimeout(timer);
      parent?.removeEventListener("abort", follow);
    },
  };
}

/** Why `signal` was aborted; a signal from outside mcptest has no reason that people could read. */
export function stopReason(signal: AbortSignal): Unavailable {
  return isUnavailable(signal.reason) ? signal.reason : byHost("the run was stopped");
}

/** `work`, or a rejection with the reason as soon as `signal` is aborted; what `work` does afterwards is not awaited. */
export async function untilStopped<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  let follow = () => {};
  const stopped = new Promise<never>((_, reject) => {
    follow = () => reject(stopReason(signal));
    if (signal.aborted) follow();
    else signal.addEventListener("abort", follow, { once: true });
  });
  try {
    return await Promise.race([stopped, work]);
  } finally {
    signal.removeEventListener("abort", follow);
  }
}

function byHost(reason: string): Unavailable {
  return unavailable(reason, { origin: "host" });
}

/** Resolves after so many milliseconds; rejects with the reason of `signal` once it is aborted. */
export async function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const slept = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timerDelay(milliseconds));
  });
  try {
    await untilStopped(signal, slept);
  } finally {
    clearTimeout(timer);
  }
}
