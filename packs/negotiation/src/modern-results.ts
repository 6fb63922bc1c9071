import { type Exchange, isObject, type JsonObject, member, resultOf } from "@mcptest/pack";

/** A result that came, with the request that it answers. */
export interface ModernResult {
  exchange: Exchange;
  /** Method of the request; empty where it was none. */
  method: string;
  result: JsonObject;
}

/** The results among exchanges that are objects. Others, and those with an error beside them, are A06's. */
export function resultsOf(exchanges: readonly Exchange[]): ModernResult[] {
  return exchanges.flatMap((exchange) => {
    const result = resultOf(exchange);
    return isObject(result) ? [{ exchange, method: exchange.method ?? "", result }] : [];
  });
}

/** A result whose kind is `complete`; one without a kind counts as that (G04). */
export function isComplete({ result }: Pick<ModernResult, "result">): boolean {
  const kind = member(result, "resultType");
  return kind === undefined || kind === "complete";
}
