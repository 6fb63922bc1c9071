import { defineFixture, isObject, type JsonObject, member, resultOf } from "@mcptest/pack";
import { found as foundFixture } from "./apps.js";
import type { AppsOptions } from "./options.js";
import { ask } from "./surface.js";

/** Capabilities that the server stated, and where. */
export interface Offer {
  capabilities: JsonObject;
  /** The exchange of `initialize` or `server/discover`. */
  exchange: number;
}

/** Every statement of capabilities on this lane: to clients that declare the extension, and to those that do not. */
export interface Offers {
  method: "server/discover" | "initialize";
  all: Offer[];
}

/** Asks once more on 2026-07-28, as a client with the extension; before, its own connection has asked. */
export const offers = defineFixture<Offers, { found: typeof foundFixture }, AppsOptions>({
  name: "statements of capabilities",
  needs: { found: foundFixture },
  async prepare({ found }, { host, negotiated }) {
    const method = negotiated.era === "modern" ? "server/discover" : "initialize";
    if (method === "server/discover" && negotiated.discovered) await ask(host, found.declared, { method });
    const lane = `${negotiated.transport}-${negotiated.era}-${negotiated.protocolVersion}`;
    const exchanges = (await host.transcript({ method, defects: false })).filter(({ tags }) => tags.lane === lane);
    const all = exchanges.flatMap((exchange) => {
      const capabilities = member(resultOf(exchange), "capabilities");
      return isObject(capabilities) ? [{ capabilities, exchange: exchange.number }] : [];
    });
    return { method, all };
  },
});

/** Why nothing can be said of what the server states, or `undefined` where it stated something. */
export function noOffer({ method, all }: Offers): string | undefined {
  return all.length > 0 ? undefined : `${method} gave no capabilities`;
}
