import type { Exchange, ExchangeOutcome } from "@mcptest/pack";
import { ENDED_INSIDE_EVENT } from "./http-body.js";
import { mediaType } from "./http-headers.js";

/** Outcome of an exchange whose response is complete, and why it is not `answered`. */
export interface Conclusion {
  outcome: ExchangeOutcome;
  problem?: string;
}

/** Judges a complete HTTP response: without an awaited id its status counts, with one only a response with that id. */
export function concludeHttp(exchange: Exchange): Conclusion {
  const { status = 0, id, response, messages } = exchange;
  if (response) return { outcome: "answered" };
  if (id === undefined) {
    return status >= 200 && status <= 299
      ? { outcome: "answered" }
      : { outcome: "no-response", problem: `HTTP ${status}` };
  }
  return { outcome: "no-response", problem: `HTTP ${status} ${missing(exchange, messages.at(-1)?.problem)}` };
}

function missing({ id, headers, messages }: Exchange, lastProblem: string | undefined): string {
  const type = mediaType(headers) || "no Content-Type";
  const wanted = `no response with the id ${JSON.stringify(id)}`;
  if (messages.length === 0)
    return `with ${type === "text/event-stream" ? "a stream that holds nothing" : "an empty body"}`;
  if (lastProblem?.startsWith(ENDED_INSIDE_EVENT)) return `with ${wanted}: ${lastProblem}`;
  if (messages.length > 1) return `with ${messages.length} messages and ${wanted} (${type})`;
  if (messages[0]?.json === undefined) return `with a body that is no message (${type}): ${lastProblem ?? "no JSON"}`;
  if (Array.isArray(messages[0].json)) return `with a JSON array and ${wanted} of its own (${type})`;
  return `with a message, but ${wanted} (${type})`;
}
