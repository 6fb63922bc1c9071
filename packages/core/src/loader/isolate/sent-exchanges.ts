import type { Exchange, Json, Projection } from "@mcptest/pack";
import { asJson, type CallInput } from "./messages.js";

/** A projection whose fold runs elsewhere, over all exchanges at once. */
export const FOLD = Symbol("fold over all exchanges");

/** Folds a projection over exchanges, wherever it runs. */
export async function foldOver(projection: Projection<unknown>, exchanges: readonly Exchange[]): Promise<unknown> {
  const elsewhere = (projection as { [FOLD]?: (exchanges: readonly Exchange[]) => Promise<unknown> })[FOLD];
  if (elsewhere) return await elsewhere(exchanges);
  return exchanges.reduce((state, exchange) => projection.fold(state, exchange), projection.initial());
}

/** Remembers what was sent of a transcript, so that each state of an exchange travels once. */
export interface SentExchanges {
  inputFor(exchanges: readonly Exchange[]): CallInput;
}

/** Makes an empty memory. */
export function sentExchanges(): SentExchanges {
  const lanes = new Map<string, Map<number, Exchange>>();
  return {
    inputFor(exchanges) {
      const lane = exchanges[0]?.tags.lane ?? "";
      const sent = lanes.get(lane) ?? new Map<number, Exchange>();
      lanes.set(lane, sent);
      const changed = exchanges.filter((exchange) => sent.get(exchange.number) !== exchange);
      for (const exchange of changed) sent.set(exchange.number, exchange);
      return {
        lane,
        numbers: exchanges.map(({ number }) => number),
        exchanges: changed.map((exchange): Json => asJson(exchange)),
      };
    },
  };
}
