import { type Connection, ERROR, type Exchange, member, type PackHost, type RequestSpec } from "@mcptest/pack";
import { errorIn } from "./unanswered.js";

/** How often a request is sent at most, where the server breaks on it. */
const MOST_TRIES = 3;

/** The server says that it broke, which may be over the next moment: -32603, or a status from 500 on. */
export function isInternal(exchange: Exchange): boolean {
  if (exchange.outcome !== "answered" && exchange.outcome !== "no-response") return false;
  return (exchange.status ?? 0) >= 500 || member(errorIn(exchange), "code") === ERROR.internal;
}

/**
 * Sends a request, and sends it again while the server says that it broke; gives the last exchange. Only what does not pass
 * says something about the request. One with an id of its own, or with a raw body, is sent once.
 */
export async function askSteadily(host: PackHost, on: Connection, request: RequestSpec): Promise<Exchange> {
  let exchange = await host.exchange(on, request);
  if (request.id !== undefined || request.body !== undefined) return exchange;
  for (let tries = 1; tries < MOST_TRIES && isInternal(exchange); tries++) exchange = await host.exchange(on, request);
  return exchange;
}
