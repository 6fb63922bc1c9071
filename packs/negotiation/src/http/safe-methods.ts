import { defineFixture, resultOf } from "@mcptest/pack";
import { lists } from "../lists.js";
import type { NegotiationOptions } from "../options.js";
import { safeMethod } from "./safe-request.js";

/** How many methods a rule of headers is probed with: one may be served by another handler than the rest. */
const MOST_METHODS = 3;

/** The request that opened the lane, and lists that the server gives. None of them changes anything. */
export const safeMethods = defineFixture<string[], { lists: typeof lists }, NegotiationOptions>({
  name: "safe methods",
  needs: { lists },
  prepare({ lists: { tools, prompts, resources } }, { negotiated }) {
    const given = [tools, prompts, resources].flatMap(({ pages: [page] }) =>
      page?.method !== undefined && resultOf(page) !== undefined ? [page.method] : [],
    );
    return [...new Set([safeMethod(negotiated), ...given])].slice(0, MOST_METHODS);
  },
});
