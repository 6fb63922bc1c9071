import type { JsonObject } from "@mcptest/pack";

const text: JsonObject = { type: "string", minLength: 1 };

/** The options as JSON Schema (2020-12), for the manifest and for editors. */
export const optionsJsonSchema: JsonObject = {
  type: "object",
  properties: {
    invoke: {
      description:
        "The methods that may be called: names, called with {}, or arguments by name. No other method is called.",
      anyOf: [
        { type: "array", items: text, minItems: 1, maxItems: 50 },
        { type: "object", additionalProperties: { type: "object" }, minProperties: 1, maxProperties: 50 },
        text,
      ],
    },
    echo: {
      type: "object",
      description: "A method that gives a text argument back unchanged, and the name of that argument.",
      properties: { method: text, member: text },
      required: ["method", "member"],
      additionalProperties: false,
    },
    requireRoles: { type: "boolean", default: false },
  },
  additionalProperties: false,
};
