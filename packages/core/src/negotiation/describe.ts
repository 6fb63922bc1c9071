import { type Exchange, hasResultAndError, header, type JsonObject } from "@mcptest/pack";
import { ENDED_INSIDE_EVENT } from "../wire/http-body.js";
import { contentCoding } from "../wire/http-headers.js";
import { readAnswer } from "./answer.js";
import type { Attempt } from "./detector.js";
import { quoted, safeJson } from "./safe-text.js";

/** Gives a copy without what must not be shown. */
export type Redact = <T>(value: T) => T;

/** What one attempt of detection gave, in one line: status, code, and the beginning of what was received. */
export function describeAttempt(attempt: Attempt, redact: Redact): string {
  return `${attempt.what}: ${whatCame(attempt, redact, true).join(", ")}`;
}

/** The same as a remark: without the version that was asked for, and without text that is no error. */
export function describeBriefly(attempt: Attempt, redact: Redact): string {
  return `${attempt.exchange().method}: ${whatCame(attempt, redact, false).join(", ")}`;
}

/** `error -32601 "Method not found"`, with the data that came with it. */
export function describeError(error: JsonObject, redact: Redact): string {
  const { code, message, data } = redact(error);
  const parts = [`error ${safeJson(code, 40)}`];
  if (message !== undefined) parts.push(safeJson(message));
  if (data !== undefined) parts.push(`with data ${safeJson(data)}`);
  return parts.join(" ");
}

function whatCame({ limitMs, exchange: now }: Attempt, redact: Redact, withText: boolean): string[] {
  const exchange = now();
  const { status, messages, outcome } = exchange;
  const answer = readAnswer(exchange);
  const head = status === undefined ? [] : [`HTTP ${status}`];
  if (answer.kind === "error") {
    const both = hasResultAndError(exchange) ? ["both a result and an error"] : [];
    return [...head, ...both, describeError(answer.error, redact)];
  }
  const [first] = messages;
  const text = first !== undefined && withText ? [quoted(redact(first.raw))] : [];
  if (answer.kind === "result") return [...head, "a result", ...text];
  if (outcome === "limit") return [...head, exchange.problem ?? "a limit of mcptest", ...text];
  if (status !== undefined && first !== undefined) {
    const coding = contentCoding(exchange.headers);
    if (coding !== undefined) return [...head, `a body in the coding ${quoted(coding, 40)}, which was not asked for`];
    return [...head, contentType(exchange), ...text, ...cutOff(exchange, limitMs, redact)];
  }
  return [...head, noAnswer(exchange, limitMs, redact), ...text];
}

function noAnswer({ outcome, problem, status }: Exchange, limitMs: number, redact: Redact): string {
  if (outcome === "answered") return "neither a result nor an error object";
  if (outcome === "no-response" && status !== undefined) return "no body";
  if (outcome === "timeout") return `no answer within ${limitMs} ms`;
  return redact(problem ?? outcome);
}

/** Why what looks like an answer is none, a part of a sentence; `undefined` where nothing looks like one. */
export function whyNoAnswer({ messages, outcome, problem }: Exchange): string | undefined {
  if (isInsideEvent(messages)) return `the ${ENDED_INSIDE_EVENT}`;
  if (messages.some(({ json }) => Array.isArray(json))) return "a JSON array stands in place of the response";
  return outcome === "limit" ? problem : undefined;
}

function isInsideEvent(messages: Exchange["messages"]): boolean {
  return messages.some((message) => message.problem?.startsWith(ENDED_INSIDE_EVENT));
}

/** Why a body that began did not end. */
function cutOff({ outcome, problem, messages }: Exchange, limitMs: number, redact: Redact): string[] {
  if (outcome === "no-response" && isInsideEvent(messages)) return [`the ${ENDED_INSIDE_EVENT}`];
  if (outcome === "timeout") return [`no end of it within ${limitMs} ms`];
  return outcome === "closed" ? [redact(problem ?? outcome)] : [];
}

function contentType(exchange: Exchange): string {
  const type = header(exchange.headers, "content-type");
  return type === undefined ? "no Content-Type" : quoted(type, 80);
}
