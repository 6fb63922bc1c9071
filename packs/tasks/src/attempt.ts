import {
  type Exchange,
  errorOf,
  excerpt,
  hasResultAndError,
  header,
  type OptionNeed,
  type Origin,
  resultOf,
  unavailable,
} from "@mcptest/pack";

/** Why something could not be had: one sentence that says what to change. */
export interface Problem {
  reason: string;
  origin?: Origin;
  /** Exchange numbers. */
  evidence?: number[];
  /** Any of these options would make it available. */
  options?: OptionNeed[];
}

/**
 * Something that a check may need, or why it could not be had. Fixtures of this pack give attempts and do not throw, so
 * that a check which only looks at what was sent runs after them whatever became of them.
 */
export type Attempt<T> = { value: T; problem?: undefined } | { value?: undefined; problem: Problem };

/** The value of an attempt; throws its problem, which makes the check could-not-run. */
export function required<T>(attempt: Attempt<T>): T {
  if (attempt.problem === undefined) return attempt.value;
  const { reason, ...more } = attempt.problem;
  throw unavailable(reason, more);
}

/** Statuses of who decides that a request may pass at all: no verdict on the server, whatever body comes with them (A80). */
const GATE = new Set([401, 403, 407, 421, 429]);
/** Statuses that a gateway gives in place of a server that it cannot reach. */
const GATEWAY = new Set([408, 502, 503, 504]);

/** The status says that somebody turned the request away before MCP saw it, whatever the body says. */
export function isGate(status: number | undefined): boolean {
  return status !== undefined && GATE.has(status);
}

/** Without a JSON-RPC response, the status is a refusal by the server itself: a 4xx that nobody before it gives. */
export function isOwnRefusal(status: number | undefined): boolean {
  return status !== undefined && status >= 400 && status <= 499 && !GATE.has(status) && !GATEWAY.has(status);
}

/** Before 2026-07-28 a 404 for a request with a session id, and no JSON-RPC response, ends the session (A97). */
function isSessionGone({ status, request }: Exchange): boolean {
  return status === 404 && request !== null && header(request.headers, "Mcp-Session-Id") !== undefined;
}

/**
 * Why an exchange says nothing about the server, or `undefined` when the server answered it: with a JSON-RPC response,
 * or with a 4xx of its own. What came with any other status and is no JSON-RPC response (a web page, a coded body, a
 * redirect, nothing) may have been anything.
 */
export function troubleOf(exchange: Exchange, what: string): Problem | undefined {
  const evidence = [exchange.number];
  const because = exchange.problem === undefined ? "" : `: ${exchange.problem}`;
  switch (exchange.outcome) {
    case "answered":
      return isGate(exchange.status)
        ? { reason: `${what} was turned away with HTTP ${exchange.status}`, origin: "environment", evidence }
        : undefined;
    case "no-response":
      if (isSessionGone(exchange))
        return {
          reason: `${what} was answered with HTTP 404, which on 2025-11-25 says that the session is gone`,
          origin: "environment",
          evidence,
        };
      if (isOwnRefusal(exchange.status)) return undefined;
      return {
        reason: `${what} was answered with no JSON-RPC response: ${whatCame(exchange)}`,
        origin: "environment",
        evidence,
      };
    case "timeout":
      return {
        reason: `${what} was not answered within our own limit${because}; raise the time limit for one request if the server is only slow`,
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

/** What came for a request, for a message: the error or result, else in words what came in their place. */
export function whatCame(exchange: Exchange, limit?: number): string {
  const value = errorOf(exchange) ?? resultOf(exchange) ?? exchange.response;
  if (value === undefined) return exchange.problem ?? `HTTP ${exchange.status}`;
  return hasResultAndError(exchange) ? `both a result and an error, ${excerpt(value, limit)}` : excerpt(value, limit);
}
