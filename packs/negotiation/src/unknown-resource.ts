import { defineFixture, type Exchange, member, unavailable } from "@mcptest/pack";
import type { NegotiationOptions } from "./options.js";
import { askSteadily } from "./steady.js";

/** A URI that no server has. */
export const UNKNOWN_URI = "mcptest://conformance/none-7f3a";

/** Reads a resource that does not exist, where the server has resources. One probe for A15 and A28. */
export const unknownResource = defineFixture<Exchange, Record<never, never>, NegotiationOptions>({
  name: "unknown resource",
  prepare(_values, { host, connection, negotiated }) {
    if (negotiated.discovered && member(negotiated.capabilities, "resources") === undefined) {
      throw unavailable("the server advertises no resources", { notApplicable: true });
    }
    return askSteadily(host, connection, { method: "resources/read", params: { uri: UNKNOWN_URI } });
  },
});
