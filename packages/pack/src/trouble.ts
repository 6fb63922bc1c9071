import { type Exchange, errorOf, hasResultAndError, resultOf } from "./exchange.js";
import { excerpt } from "./json.js";
import type { Origin } from "./unavailable.js";
import type { Subject, Verdict } from "./verdict.js";

/** Why an exchange says nothing about the server. */
export interface Trouble {
  reason: string;
  origin: Origin;
}

/** HTTP statuses of who decides that a request may pass at all, whatever body comes with them (A80). */
export const GATE: ReadonlySet<number> = new Set([401, 403, 407, 421, 429]);
/** Those, and the statuses of a gateway in place of a server that it cannot reach. */
export const NOT_THE_SERVER: ReadonlySet<number> = new Set([...GATE, 408, 502, 503, 504]);

/**
 * Why an exchange says nothing about the server, or `undefined` where the server answered: with a JSON-RPC response, or
 * without one and with a 4xx of its own. `what` names the request.
 */
export function troubleOf(exchange: Exchange, what: string): Trouble | undefined {
  const { outcome, status = 0 } = exchange;
  if (outcome === "answered") return GATE.has(status) ? turnedAway(status, what) : undefined;
  if (outcome !== "no-response") return unanswered(exchange, what);
  if (status >= 400 && status <= 499 && status !== 408 && !GATE.has(status)) return undefined;
  return { reason: `${what} was answered with no JSON-RPC response: ${came(exchange)}`, origin: "environment" };
}

/** Somebody before the server, or in its place, answered with this status. */
export function turnedAway(status: number, what: string): Trouble {
  return { reason: `${what} was turned away with HTTP ${status}`, origin: "environment" };
}

/** Why nothing came back at all, or `undefined` where something did. */
export function unanswered({ outcome, problem }: Exchange, what: string): Trouble | undefined {
  const because = problem === undefined ? "" : `: ${problem}`;
  switch (outcome) {
    case "answered":
    case "no-response":
      return undefined;
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
