import type { JsonObject } from "@mcptest/pack";

const toolCall: JsonObject = {
  type: "object",
  properties: {
    tool: { type: "string", minLength: 1, description: "Name of the tool." },
    arguments: { type: "object", description: "Arguments of the call. Default {}." },
  },
  required: ["tool"],
  additionalProperties: false,
};

/** The options as JSON Schema (2020-12), for the manifest and for editors. */
export const optionsJsonSchema: JsonObject = {
  type: "object",
  properties: {
    call: {
      ...toolCall,
      description: "A call that changes nothing. Default: the first read-only tool without arguments.",
    },
    ask: {
      ...toolCall,
      description: "A call that asks for input.",
      properties: {
        ...(toolCall.properties as JsonObject),
        inputResponses: {
          description: 'Answers by key ("*": any other key), or "auto".',
          anyOf: [{ const: "auto" }, { type: "object", additionalProperties: { type: "object" } }],
          default: "auto",
        },
      },
    },
    headerTool: { ...toolCall, description: "A call with an argument that is annotated x-mcp-header." },
    changeList: { ...toolCall, description: "A call that changes the list of tools, prompts or resources." },
    baseline: {
      type: "string",
      minLength: 1,
      format: "file-path",
      description: "The file that mcptest capabilities --save wrote.",
    },
    origin: { enum: ["loopback", "always", "never"], default: "loopback" },
    knownIds: { type: "array", items: { type: "string" }, default: [] },
    requireRoles: { type: "boolean", default: false },
  },
  additionalProperties: false,
};
