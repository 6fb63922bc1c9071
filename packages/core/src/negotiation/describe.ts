import { type Exchange, header, type JsonObject } from "@mcptest/pack";
import { readAnswer } from "./answer.js";
import type { Attempt } from "./detector.js";
import { quoted, safeJson } from "./safe-text.js";

/** Gives a copy without what must not be shown. */
export type Redact = <T>(value: T) => T;

/** What one attempt of detection gave, in one line: status, code, and the beginning of what was received. */
export function describeAttempt({ what, limitMs, exchange }: Attempt, redact: Redact): string {
  const { status, ...rest } = exchange();
  const came = whatCame({ status, ...rest }, limitMs, redact);
  return `${what}: ${[...(status === undefined ? [] : [`HTTP ${status}`]), ...came].join(", ")}`;
}

/** `error -32601 "Method not found"`, with the data that came with it. */
export function describeError(error: JsonObject, redact: Redact): string {
  const { code, message, data } = redact(error);
  const parts = [`error ${safeJson(code, 40)}`];
  if (message !== undefined) parts.push(safeJson(message));
  if (data !== undefined) parts.push(`with data ${safeJson(data)}`);
  return parts.join(" ");
}

function whatCame(exchange: Exchange, limitMs: number, redact: Redact): string[] {
  const answer = readAnswer(exchange);
  if (answer.kind === "error") return [describeError(answer.error, redact)];
  const first = exchange.messages[0];
  const received = first === undefined ? [] : [quoted(redact(first.raw))];
  if (answer.kind === "result") return ["a result", ...received];
  if (exchange.outcome === "limit") return [exchange.problem ?? "a limit of mcptest", ...received];
  if (exchange.status !== undefined && first !== undefined) return [contentType(exchange), ...received];
  return [noAnswer(exchange, limitMs, redact), ...received];
}

function noAnswer({ outcome, problem, status }: Exchange, limitMs: number, redact: Redact): string {
  if (outcome === "no-response" && status !== undefined) return "no body";
  // A probe that is still listened to has no end of its own yet; the limit for its answer has passed.
  if (outcome === "timeout" || outcome === "no-response") return `no answer within ${limitMs} ms`;
  return redact(problem ?? outcome);
}

function contentType(exchange: Exchange): string {
  const type = header(exchange.headers, "content-type");
  return type === undefined ? "no Content-Type" : quoted(type, 80);
}
