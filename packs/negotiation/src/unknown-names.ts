import { defineFixture, type Exchange, type JsonObject, MADE_UP_NAME, member } from "@mcptest/pack";
import type { NegotiationOptions } from "./options.js";
import { askSteadily } from "./steady.js";

/**
 * Calls a tool and gets a prompt that do not exist, where the server has some: what code an error of the server's own has
 * shows best where no rule names one. The requests declare elicitation, so that a refusal for want of it shows too.
 */
export const unknownNames = defineFixture<Exchange[], Record<never, never>, NegotiationOptions>({
  name: "unknown names",
  async prepare(_values, { host, connection, negotiated }) {
    const asked: [capability: string, method: string, params: JsonObject][] = [
      ["tools", "tools/call", { name: MADE_UP_NAME, arguments: {} }],
      ["prompts", "prompts/get", { name: MADE_UP_NAME }],
    ];
    const exchanges: Exchange[] = [];
    for (const [capability, method, params] of asked) {
      if (negotiated.discovered && member(negotiated.capabilities, capability) === undefined) continue;
      exchanges.push(await askSteadily(host, connection, { method, params, capabilities: { elicitation: {} } }));
    }
    return exchanges;
  },
});
