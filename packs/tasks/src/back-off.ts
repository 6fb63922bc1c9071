import { type Exchange, header, type PackHost } from "@mcptest/pack";
import type { TasksOptions } from "./options.js";

/** Longest wait that a timer takes; a longer one would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Milliseconds that one preparation of ours takes at most: all its patience, and a few requests that are answered late. */
export function longestWait({ pollTimeoutMs }: Pick<TasksOptions, "pollTimeoutMs">): number {
  return pollTimeoutMs + 120_000;
}

/** A point in time until which waiting is allowed, on a clock that never goes back. */
export interface Deadline {
  /** Milliseconds that are left, never negative. */
  remainingMs(): number;
}

/** A deadline `milliseconds` from now. */
export function deadlineIn(milliseconds: number): Deadline {
  const end = performance.now() + milliseconds;
  return { remainingMs: () => Math.max(0, end - performance.now()) };
}

/** Waits, but not beyond the deadline. */
export async function waitFor(host: PackHost, milliseconds: number, deadline: Deadline): Promise<void> {
  await host.sleep(Math.ceil(Math.min(milliseconds, deadline.remainingMs(), LONGEST_TIMER_MS)));
}

/** The server asks us to come back later: HTTP 429, or 503 with `Retry-After`. */
export function isRateLimited(exchange: Exchange): boolean {
  return exchange.status === 429 || (exchange.status === 503 && retryAfterMs(exchange) !== undefined);
}

/** `Retry-After` in milliseconds: a number of seconds or an HTTP date (RFC 9110, 10.2.3). */
export function retryAfterMs(exchange: Exchange, now = Date.now()): number | undefined {
  const value = header(exchange.headers, "retry-after")?.trim();
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Wait before a rate-limited request is sent again when the server names no time. */
const DEFAULT_BACK_OFF_MS = 500;
/** Shortest such wait: a server that is told off by its own limit must not be hammered because it says "at once". */
const LEAST_BACK_OFF_MS = 100;

/** Milliseconds to wait before a rate-limited request is sent again. */
export function backOffMs(exchange: Exchange): number {
  return Math.max(LEAST_BACK_OFF_MS, retryAfterMs(exchange) ?? DEFAULT_BACK_OFF_MS);
}

/** Sends a request and, while the server limits the rate and the deadline allows, sends it again. */
export async function withBackOff(
  host: PackHost,
  deadline: Deadline,
  send: () => Promise<Exchange>,
): Promise<Exchange> {
  for (;;) {
    const exchange = await send();
    if (!isRateLimited(exchange) || deadline.remainingMs() === 0) return exchange;
    await waitFor(host, backOffMs(exchange), deadline);
  }
}
