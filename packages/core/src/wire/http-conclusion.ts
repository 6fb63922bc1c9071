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
  const due = `the response to id ${JSON.stringify(id)}`;
  const [first] = messages;
  if (!first) return `with ${type === "text/event-stream" ? "a stream that holds nothing" : "an empty body"}`;
  if (lastProblem?.startsWith(ENDED_INSIDE_EVENT)) return `without ${due}: ${lastProblem}`;
  if (messages.length > 1) return `with ${messages.length} messages, none of them ${due} (${type})`;
  if (first.json === undefined) return `with a body that is no message (${type}): ${lastProblem ?? "no JSON"}`;
  if (Array.isArray(first.json)) return `with a JSON array in place of ${due} (${type})`;
  return `with a message that is not ${due} (${type})`;
}
