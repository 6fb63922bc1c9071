import { defineFixture, mayInvoke, member } from "@mcptest/pack";
import { lists } from "./lists.js";
import type { NegotiationOptions } from "./options.js";

/** Reads the first listed resource that calls nothing, so that there is a result of `resources/read` to judge. */
export const readResource = defineFixture<void, { lists: typeof lists }, NegotiationOptions>({
  name: "read resource",
  needs: { lists },
  async prepare({ lists: { resources } }, { host, connection }) {
    const uris = resources.items.map((item) => member(item, "uri"));
    const uri = uris.find((found) => typeof found === "string" && !mayInvoke(found));
    if (uri !== undefined) await host.exchange(connection, { method: "resources/read", params: { uri } });
  },
});
