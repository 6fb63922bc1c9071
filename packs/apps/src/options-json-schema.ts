import type { JsonObject } from "@mcptest/pack";

/** The options as JSON Schema (2020-12), for the manifest and for editors. */
export const optionsJsonSchema: JsonObject = {
  type: "object",
  properties: {
    calls: {
      description:
        "Tools that may be called although they are not annotated read-only: arguments by name, or a list of NAME or NAME=JSON.",
      anyOf: [
        { type: "object", additionalProperties: { type: "object" } },
        { type: "string", minLength: 1 },
        { type: "array", items: { type: "string", minLength: 1 }, minItems: 1, maxItems: 50 },
      ],
    },
    discoverTools: {
      type: "boolean",
      default: false,
      description: "Call read-only tools that need arguments with made-up ones.",
    },
    draft: {
      type: "boolean",
      default: false,
      description: "What only the draft of the specification asks is a violation, not a warning.",
    },
    faultyHosts: { type: "boolean", default: true, description: "Show views to unusual hosts as well." },
    requireRoles: { type: "boolean", default: false },
  },
  additionalProperties: false,
};
