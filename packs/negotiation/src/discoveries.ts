import { type Exchange, type Json, type PackContext, resultOf } from "@mcptest/pack";
import { recorded } from "./record.js";

/** What `server/discover` was answered with, wherever it was asked as it should be. */
export interface Discovery {
  exchange: Exchange;
  result: Json;
}

/** Every result of `server/discover` on this lane, that of detection included. */
export async function discoveries(context: Pick<PackContext, "host" | "negotiated">): Promise<Discovery[]> {
  return (await discoveryExchanges(context)).flatMap((exchange) => {
    const result = resultOf(exchange);
    return result === undefined ? [] : [{ exchange, result }];
  });
}

/** Every `server/discover` on this lane, whatever came. */
export async function discoveryExchanges(context: Pick<PackContext, "host" | "negotiated">): Promise<Exchange[]> {
  return (await recorded(context)).filter(({ method }) => method === "server/discover");
}
