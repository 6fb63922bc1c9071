import { defineFixture, type JsonObject, resultOf, unavailable } from "@mcptest/pack";
import { type Lists, lists } from "./lists.js";
import type { NegotiationOptions } from "./options.js";
import { askSteadily } from "./steady.js";

/** A request that the server answers with a result, and that changes nothing. */
export interface PlainRequest {
  method: string;
  params: JsonObject;
  /** Number of the exchange in which it did. */
  number: number;
}

/** A list that the server gives, the first that there is; without one `server/discover`. */
export const plainRequest = defineFixture<PlainRequest, { lists: typeof lists }, NegotiationOptions>({
  name: "plain request",
  needs: { lists },
  async prepare({ lists: listed }, { host, connection, negotiated }) {
    const found = givenList(listed);
    if (found) return found;
    if (negotiated.era === "modern" && negotiated.discovered) {
      const request = { method: "server/discover", params: {} };
      const exchange = await askSteadily(host, connection, request);
      if (resultOf(exchange) !== undefined) return { ...request, number: exchange.number };
    }
    throw unavailable("the server gives none of its lists, and nothing else is safe to ask for", {
      origin: "environment",
    });
  },
});

/** The first list whose first page came. */
export function givenList({ tools, prompts, resources }: Lists): PlainRequest | undefined {
  for (const { pages } of [tools, prompts, resources]) {
    const [page] = pages;
    if (page?.method !== undefined && resultOf(page) !== undefined) {
      return { method: page.method, params: {}, number: page.number };
    }
  }
  return undefined;
}
