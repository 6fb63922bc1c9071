import {
  type Exchange,
  errorOf,
  excerpt,
  hasResultAndError,
  type Origin,
  resultOf,
  type Subject,
  type Verdict,
} from "@mcptest/pack";

/** Why an exchange says nothing about the server. */
export interface Trouble {
  reason: string;
  origin: Origin;
}

/** Statuses of who decides that a request may pass at all (A80). */
const GATE = new Set([401, 403, 407, 421, 429]);

/**
 * Why an exchange says nothing about the server, or `undefined` where the server answered: with a JSON-RPC response, or
 * without one and with a 4xx of its own. `what` names the request.
 */
export function troubleOf(exchange: Exchange, what: string): Trouble | undefined {
  const { outcome, status = 0, problem } = exchange;
  const because = problem === undefined ? "" : `: ${problem}`;
  switch (outcome) {
    case "answered":
      return GATE.has(status)
        ? { reason: `${what} was turned away with HTTP ${status}`, origin: "environment" }
        : undefined;
    case "no-response":
      if (status >= 400 && status <= 499 && status !== 408 && !GATE.has(status)) return undefined;
      return { reason: `${what} was answered with no JSON-RPC response: ${came(exchange)}`, origin: "environment" };
    case "timeout":
      return { reason: `${what} was not answered within our own limit${because}`, origin: "host" };
    case "limit":
      return { reason: `${what} was answered with more than a limit of ours allows${because}`, origin: "host" };
    case "closed":
      return { reason: `the connection ended before ${what} was answered${because}`, origin: "environment" };
    case "unreachable":
      return { reason: `${what} could not be sent${because}`, origin: "environment" };
  }
}

/** True where an exchange says nothing about the server; the check is then said not to have run. */
export function excused(verdict: Verdict, exchange: Exchange, what: string, about?: Subject): boolean {
  const trouble = troubleOf(exchange, what);
  if (!trouble) return false;
  verdict.couldNotRun(trouble.reason, { origin: trouble.origin, evidence: [exchange.number], about });
  return true;
}

/** What came for a request: `error {...}`, `result {...}`, else in words what came in their place. */
export function came(exchange: Exchange, limit = 200): string {
  const error = errorOf(exchange);
  if (error) return `${hasResultAndError(exchange) ? "a result, and " : ""}error ${excerpt(error, limit)}`;
  const result = resultOf(exchange);
  if (result !== undefined) return `result ${excerpt(result, limit)}`;
  if (exchange.response) return excerpt(exchange.response, limit);
  return exchange.problem ?? (exchange.status === undefined ? "nothing" : `HTTP ${exchange.status}`);
}
