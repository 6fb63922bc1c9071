import type { Exchange } from "@mcptest/pack";

/**
 * Milliseconds by which times of two exchanges may be out of order: `sentAt` has whole milliseconds, and what a process
 * writes at one go may be read in two turns.
 */
export const CLOCK_SLACK_MS = 5;

/** A time in which something was under way, in milliseconds; `to` is `undefined` where nothing ended it. */
export interface Span {
  from: number;
  to: number | undefined;
}

/** When an exchange began, in milliseconds of the clock of the transcript. */
export function beganAt({ sentAt }: Pick<Exchange, "sentAt">): number {
  return Date.parse(sentAt);
}

/** Whether something that another exchange recorded at `at` may have come within the span. */
export function mayBeWithin({ from, to }: Span, at: number): boolean {
  return from - CLOCK_SLACK_MS <= at && (to === undefined || at <= to + CLOCK_SLACK_MS);
}
