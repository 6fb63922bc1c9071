import type { JsonObject } from "@mcptest/pack";
import { PROFILES, ROLES } from "./names.js";

const role: JsonObject = {
  type: "object",
  properties: {
    tool: { type: "string", minLength: 1, description: "Name of the tool." },
    arguments: { type: "object", description: "Arguments of the call. Default {}." },
    inputResponses: {
      description: 'Answers by key ("*": any other key), or "auto".',
      anyOf: [{ const: "auto" }, { type: "object", additionalProperties: { type: "object" } }],
    },
    deterministic: { type: "boolean", description: "Two calls with the same arguments give the same result." },
  },
  additionalProperties: false,
};

/** The options as JSON Schema (2020-12), for the manifest and for editors. */
export const optionsJsonSchema: JsonObject = {
  type: "object",
  properties: {
    profile: { enum: [...PROFILES] },
    roles: {
      type: "object",
      description: "Which tool of the server shows what.",
      properties: Object.fromEntries(
        ROLES.map((name) => [name, name === "task" ? role : { ...role, required: ["tool"] }]),
      ),
      additionalProperties: false,
    },
    requireRoles: { type: "boolean", default: false },
    discoverTools: { type: "boolean", default: false },
    pollTimeoutMs: { type: "integer", minimum: 1, maximum: 2147483647, default: 30000 },
    secondIdentity: {
      description: "Headers of another principal, HTTP only.",
      anyOf: [{ type: "object", additionalProperties: { type: "string" } }, { type: "boolean" }],
    },
  },
  additionalProperties: false,
};
