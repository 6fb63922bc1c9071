import { type Exchange, isObject, type Json, type JsonObject, member, resultOf } from "@mcptest/pack";

/** A result that came, with the request that it answers. */
export interface ModernResult {
  exchange: Exchange;
  /** Method of the request; empty where it was none. */
  method: string;
  result: Json;
}

/** The results among exchanges. A response with an error beside its result is none (A06). */
export function resultsOf(exchanges: readonly Exchange[]): ModernResult[] {
  return exchanges.flatMap((exchange) => {
    const result = resultOf(exchange);
    return result === undefined ? [] : [{ exchange, method: exchange.method ?? "", result }];
  });
}

/** A result whose kind is `complete`; one without a kind counts as that (G04). */
export function isComplete({ result }: Pick<ModernResult, "result">): boolean {
  const kind = member(result, "resultType");
  return isObject(result) && (kind === undefined || kind === "complete");
}

/** A result that is an object. */
export function asObject({ result }: Pick<ModernResult, "result">): JsonObject | undefined {
  return isObject(result) ? result : undefined;
}
