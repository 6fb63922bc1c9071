import { type Exchange, type Origin, unavailable } from "@mcptest/pack";

/** Why something could not be had: one sentence that says what to change. */
export interface Problem {
  reason: string;
  origin?: Origin;
  /** Exchange numbers. */
  evidence?: number[];
}

/**
 * Something that a check may need, or why it could not be had. Fixtures of this pack give attempts and do not throw, so
 * that a check which only looks at what was sent runs after them whatever became of them.
 */
export type Attempt<T> = { value: T; problem?: undefined } | { value?: undefined; problem: Problem };

/** The value of an attempt; throws its problem, which makes the check could-not-run. */
export function required<T>(attempt: Attempt<T>): T {
  if (attempt.problem === undefined) return attempt.value;
  const { reason, origin, evidence } = attempt.problem;
  throw unavailable(reason, { origin, evidence });
}

/** HTTP statuses that a gateway or an authorization layer gives before any MCP server sees the request. */
const BEFORE_THE_SERVER = new Set([401, 403, 407, 408, 429, 502, 503, 504]);

/**
 * Why an exchange says nothing about the server, or `undefined` when the server answered it: with a JSON-RPC response,
 * or with an HTTP status of its own.
 */
export function troubleOf(exchange: Exchange, what: string): Problem | undefined {
  const evidence = [exchange.number];
  const because = exchange.problem === undefined ? "" : `: ${exchange.problem}`;
  switch (exchange.outcome) {
    case "answered":
      return undefined;
    case "no-response":
      if (exchange.status !== undefined && !BEFORE_THE_SERVER.has(exchange.status)) return undefined;
      return {
        reason: `${what} was answered with HTTP ${exchange.status ?? "without a status"} and no JSON-RPC response${because}`,
        origin: "environment",
        evidence,
      };
    case "timeout":
      return {
        reason: `${what} was not answered within our own limit${because}; raise --timeout if the server is only slow`,
        origin: "host",
        evidence,
      };
    case "limit":
      return {
        reason: `${what} was answered with more than a limit of ours allows${because}`,
        origin: "host",
        evidence,
      };
    case "closed":
      return {
        reason: `the connection ended before ${what} was answered${because}`,
        origin: "environment",
        evidence,
      };
    case "unreachable":
      return { reason: `${what} could not be sent${because}`, origin: "environment", evidence };
  }
}
