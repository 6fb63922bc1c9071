import type { Exchange, Json, Projection } from "@mcptest/pack";
import { withoutTellingHashes } from "./masked-hashes.js";
import { asJson, type CallInput } from "./messages.js";

/** A projection whose fold runs elsewhere, over all exchanges at once. */
export const FOLD = Symbol("fold over all exchanges");

type FoldElsewhere = (exchanges: readonly Exchange[], scope: string) => Promise<unknown>;

/** Folds a projection over exchanges, wherever it runs. `scope` names the lane that they are of. */
export async function foldOver(
  projection: Projection<unknown>,
  exchanges: readonly Exchange[],
  scope: string,
): Promise<unknown> {
  const elsewhere = (projection as { [FOLD]?: FoldElsewhere })[FOLD];
  if (elsewhere) return await elsewhere(exchanges, scope);
  return exchanges.reduce((state, exchange) => projection.fold(state, exchange), projection.initial());
}

/** Remembers what was sent of the transcript of each lane, so that each state of an exchange travels once. */
export interface SentExchanges {
  inputFor(exchanges: readonly Exchange[], scope: string): CallInput;
  /** Forgets a lane; so does the other side. */
  release(scope: string): void;
}

/** Makes an empty memory. */
export function sentExchanges(): SentExchanges {
  const lanes = new Map<string, Map<number, Exchange>>();
  return {
    inputFor(exchanges, scope) {
      const sent = lanes.get(scope) ?? new Map<number, Exchange>();
      lanes.set(scope, sent);
      const changed = exchanges.filter((exchange) => sent.get(exchange.number) !== exchange);
      for (const exchange of changed) sent.set(exchange.number, exchange);
      return {
        numbers: exchanges.map(({ number }) => number),
        exchanges: changed.map((exchange): Json => asJson(withoutTellingHashes(exchange))),
      };
    },
    release: (scope) => void lanes.delete(scope),
  };
}
