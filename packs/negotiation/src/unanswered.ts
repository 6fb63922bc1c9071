import {
  type Exchange,
  errorOf,
  isObject,
  type JsonObject,
  member,
  NOT_THE_SERVER,
  resultOf,
  type Trouble,
  turnedAway,
  unanswered,
  type Verdict,
} from "@mcptest/pack";
import { kindOf } from "./came.js";

/**
 * Why `exchange` says nothing about the server: our own limit has passed, nothing could be sent, or somebody before the
 * server turned it away. `undefined` where the server itself gave an answer of any kind; 500 is one.
 */
export function troubleOf(exchange: Exchange, what: string): Trouble | undefined {
  const { status } = exchange;
  const isTurnedAway = status !== undefined && NOT_THE_SERVER.has(status);
  return unanswered(exchange, what) ?? (isTurnedAway ? turnedAway(status, what) : undefined);
}

/** Says that the check could not run where `exchange` says nothing about the server. */
export function isInTrouble(verdict: Verdict, exchange: Exchange, what: string): boolean {
  const trouble = troubleOf(exchange, what);
  if (!trouble) return false;
  verdict.couldNotRun(trouble.reason, { origin: trouble.origin, evidence: [exchange.number] });
  return true;
}

/**
 * Which check says what is wrong with the answer itself, so that nothing can be made of it: an array (A09), a response
 * with neither result nor error (A06), an error without a code that could be compared (A07).
 */
export function illFormed(exchange: Exchange): string | undefined {
  const error = errorIn(exchange);
  if (error) return Number.isInteger(member(error, "code")) ? undefined : "rpc-error-shape";
  if (exchange.messages.some(({ json }) => Array.isArray(json) && json.some((item) => kindOf(item) === "response"))) {
    return "rpc-batch";
  }
  if (exchange.response === undefined) return undefined;
  const result = resultOf(exchange);
  if (isObject(result)) return undefined;
  return result === undefined ? shapeOwner(exchange.response) : "rpc-result-xor-error";
}

/** An `error` of another type than an object is A07, and `null` or nothing at all A06. */
function shapeOwner(response: JsonObject): string {
  const error = member(response, "error");
  return error === undefined || error === null ? "rpc-result-xor-error" : "rpc-error-shape";
}

/** The error that came, also where it does not carry the id of the request (which A05 judges). */
export function errorIn(exchange: Exchange): JsonObject | undefined {
  const own = errorOf(exchange);
  if (own || exchange.response) return own;
  for (const { json } of exchange.messages) {
    const error = kindOf(json) === "response" ? member(json, "error") : undefined;
    if (isObject(error)) return error;
  }
  return undefined;
}
