import type { JsonObject } from "@mcptest/pack";

/** The options as JSON Schema (2020-12), for the manifest and for editors. */
export const optionsJsonSchema: JsonObject = {
  type: "object",
  properties: {
    skillUris: {
      description: "URIs of skills that need not be listed, such as skill://deploy/SKILL.md.",
      anyOf: [
        { type: "string", minLength: 1 },
        { type: "array", items: { type: "string", minLength: 1 }, maxItems: 50 },
      ],
      default: [],
    },
    negativeProbes: {
      type: "boolean",
      default: false,
      description: "Send methods that the server does not declare, to see what becomes of them.",
    },
    canary: {
      description: "A file that was put outside of all skills, and a text of it: PATH=TEXT. No skill may give it away.",
      anyOf: [
        { type: "string", minLength: 1 },
        {
          type: "object",
          properties: { path: { type: "string", minLength: 1 }, text: { type: "string", minLength: 6 } },
          required: ["path", "text"],
          additionalProperties: false,
        },
      ],
    },
    requireRoles: { type: "boolean", default: false },
  },
  additionalProperties: false,
};
