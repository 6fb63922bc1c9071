import { type JsonObject, member } from "@mcptest/pack";
import { invalidParams, missingCapability } from "../protocol/json-rpc.js";
import type { ExtensionFactory } from "../server/extension.js";
import { textResult } from "../server/tool.js";
import { TOY_ID } from "./declared.js";

/**
 * `com.example/toy`, an extension of nobody, on 2026-07-28 only: the method `toy/echo`, and a tool whose result has a kind
 * of its own for clients that declare the extension, and is a plain one for all others.
 */
export const toyExtension: ExtensionFactory = ({ policies }) => {
  const { generic } = policies;
  return {
    capabilities: (era): JsonObject => (era === "modern" ? { extensions: { [TOY_ID]: generic.toySettings } } : {}),
    methods: {
      modern: new Map([
        [
          "toy/echo",
          (params, call) => {
            if (!generic.toyActive(call)) throw missingCapability({ extensions: { [TOY_ID]: {} } });
            const text = member(params, "text") ?? "";
            if (typeof text !== "string") throw invalidParams("text must be a string");
            return { text };
          },
        ],
      ]),
    },
    tools: [
      {
        name: "toy_card",
        title: "Card",
        description: "Gives a card: in a form of its own to clients with the toy extension, as text to all others.",
        inputSchema: { type: "object", properties: {} },
        annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
        run: async () => textResult("The queen of hearts."),
      },
    ],
    async callTool(tool, call, plain) {
      if (tool.name !== "toy_card") return plain();
      if (call.era === "modern" && generic.ticks(call)) {
        call.emit({ jsonrpc: "2.0", method: "notifications/toy/tick", params: { tick: 1 } });
      }
      const result = await plain();
      if (!generic.toyActive(call)) return result;
      return { resultType: TOY_ID, ...result, card: { suit: "hearts", rank: "queen" } };
    },
  };
};
