import { isDeepStrictEqual } from "node:util";
import { type Exchange, errorOf, excerpt, isObject, type JsonObject, member, resultOf } from "@mcptest/pack";
import { whatCame } from "./attempt.js";
import { notACallToolResult } from "./call-tool-result.js";

/** Why the answer to `tasks/result` of a failed task is no outcome of a call (H12), or `undefined` when it is one. */
export function notAnOutcome(exchange: Exchange): string | undefined {
  if (errorOf(exchange) !== undefined) return undefined;
  const wrong = notACallToolResult(resultOf(exchange));
  return wrong && `it is neither a JSON-RPC error nor a tool result: ${wrong}. Received ${whatCame(exchange, 160)}`;
}

/**
 * How the answer to `tasks/result` differs from the answer to the same call without a task, `_meta` apart (H12);
 * `undefined` where it does not, or where one of the two is none that could be compared.
 */
export function differsFromPlain(stored: Exchange, plain: Exchange): string | undefined {
  const [result, expected] = [resultOf(stored), resultOf(plain)];
  if (notACallToolResult(result) !== undefined) return undefined;
  if (expected === undefined) return `a plain call is refused with ${whatCame(plain, 120)}`;
  if (notACallToolResult(expected) !== undefined) return undefined;
  if (isDeepStrictEqual(withoutMeta(result), withoutMeta(expected))) return undefined;
  return `a plain call gives ${excerpt(withoutMeta(expected), 120)}, and it gives ${excerpt(withoutMeta(result), 120)}`;
}

function withoutMeta(result: unknown): JsonObject {
  const { _meta: _dropped, ...rest } = isObject(result) ? result : {};
  return rest;
}

/** The tool reported an error in its result. */
export function reportsError(exchange: Exchange): boolean {
  return member(resultOf(exchange), "isError") === true;
}
