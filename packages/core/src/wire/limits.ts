import type { WireLimits } from "./types.js";

/** The limits of the wire when nobody states others. */
export const DEFAULT_LIMITS: Readonly<WireLimits> = {
  requestTimeoutMs: 30_000,
  maxMessageBytes: 16 * 1024 * 1024,
  maxExchangeBytes: 64 * 1024 * 1024,
  maxNesting: 256,
  maxMessages: 10_000,
  stderrTailBytes: 64 * 1024,
  shutdownGraceMs: 2_000,
};

/**
 * Which limit an exchange broke; the `cause` of an exchange whose outcome is `limit`. (An HTTP header block that is too
 * large for Node has Node's own code, `HPE_HEADER_OVERFLOW`.)
 */
export type LimitCause = "LIMIT_MESSAGE_BYTES" | "LIMIT_EXCHANGE_BYTES" | "LIMIT_MESSAGES" | "LIMIT_NESTING";

/** One sentence that says which limit was broken and how large it is. */
export function limitProblem(cause: LimitCause, limits: WireLimits): string {
  switch (cause) {
    case "LIMIT_MESSAGE_BYTES":
      return `a message is larger than the limit of ${limits.maxMessageBytes} bytes`;
    case "LIMIT_EXCHANGE_BYTES":
      return `the messages of one exchange are larger than the limit of ${limits.maxExchangeBytes} bytes together`;
    case "LIMIT_MESSAGES":
      return `more than the limit of ${limits.maxMessages} messages came for one exchange`;
    case "LIMIT_NESTING":
      return `a message nests deeper than the limit of ${limits.maxNesting} levels`;
  }
}

/** Largest delay that Node's timers take; a larger one would fire at once. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** `milliseconds` as a delay for a timer: a whole number from 0 to 2^31-1; what is no number counts as the largest. */
export function timerDelay(milliseconds: number): number {
  if (Number.isNaN(milliseconds)) return MAX_DELAY_MS;
  return Math.min(Math.max(Math.trunc(milliseconds), 0), MAX_DELAY_MS);
}
