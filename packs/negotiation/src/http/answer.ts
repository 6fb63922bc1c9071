import {
  ERROR,
  type Exchange,
  excerpt,
  GATE,
  header,
  member,
  type Origin,
  resultOf,
  type Subject,
  type Verdict,
} from "@mcptest/pack";
import { errorIn } from "../unanswered.js";

/** Statuses that owe no JSON-RPC, and that a proxy may give in place of the server (A55). */
const OWES_NOTHING = new Set([405, 408, 413, 415, 431]);

/** What a request met. */
export type Answer =
  /** Nothing that says anything about the server. */
  | { kind: "trouble"; reason: string; origin: Origin }
  /** A result. */
  | { kind: "served" }
  /** An error, or a 4xx without one. */
  | { kind: "refused"; code?: number };

/** Reads what came for a request that a server may refuse. A refusal counts also where its error lacks the id. */
export function answerOf(exchange: Exchange): Answer {
  const { outcome, status = 0, problem } = exchange;
  if (outcome !== "answered" && outcome !== "no-response") {
    const origin = outcome === "timeout" || outcome === "limit" ? "host" : "environment";
    return { kind: "trouble", reason: problem ?? outcome, origin };
  }
  if (GATE.has(status)) return turnedAway(status);
  const error = errorIn(exchange);
  if (error) {
    const code = member(error, "code");
    return { kind: "refused", ...(typeof code === "number" ? { code } : {}) };
  }
  if (resultOf(exchange) !== undefined) return { kind: "served" };
  if (status >= 500 || OWES_NOTHING.has(status)) return turnedAway(status);
  if (status >= 400) return { kind: "refused" };
  return { kind: "trouble", reason: problem ?? `HTTP ${status}`, origin: "environment" };
}

function turnedAway(status: number): Answer {
  return { kind: "trouble", reason: `HTTP ${status}, which is no verdict on MCP`, origin: "environment" };
}

/** Reports what says nothing about the server as could-not-run; gives what there is to judge otherwise. */
export function judgeable(
  verdict: Verdict,
  exchange: Exchange,
  sent: string,
  about?: Subject,
): Exclude<Answer, { kind: "trouble" }> | undefined {
  const answer = answerOf(exchange);
  if (answer.kind !== "trouble") return answer;
  const reason = `${sent} was answered with nothing to judge: ${answer.reason}`;
  verdict.couldNotRun(reason, { origin: answer.origin, evidence: [exchange.number], about });
  return undefined;
}

/** What came, for a message: `HTTP 400 with {"code":-32020,…}`. */
export function came(exchange: Exchange): string {
  const { status, problem, messages } = exchange;
  const value = errorIn(exchange) ?? resultOf(exchange);
  if (status === undefined) return problem ?? exchange.outcome;
  if (value !== undefined) return `HTTP ${status} with ${excerpt(value, 160)}`;
  const [first] = messages;
  return first ? `HTTP ${status} with ${excerpt(first.raw, 80)}` : `HTTP ${status} with an empty body`;
}

/** The name that a code had in drafts, to explain it. */
export function draftNumber(code: number | undefined): string {
  const now = DRAFT_NUMBERS.get(code ?? 0);
  return now === undefined ? "" : `; ${code} was the number in drafts of the revision, ${now} is the final one`;
}

const DRAFT_NUMBERS: ReadonlyMap<number, number> = new Map([
  [ERROR.draftHeaderMismatch, ERROR.headerMismatch],
  [ERROR.draftMissingClientCapability, ERROR.missingClientCapability],
  [ERROR.draftUnsupportedProtocolVersion, ERROR.unsupportedProtocolVersion],
]);

/** The media type of the answer, in lower case and without parameters; empty where there is none. */
export function mediaTypeOf({ headers }: Pick<Exchange, "headers">): string {
  return (header(headers, "Content-Type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
}
