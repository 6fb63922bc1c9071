import type { JsonObject } from "@mcptest/pack";

/** Answers to whatever a tool asks for. */
const ACCEPT = { "*": { action: "accept", content: { name: "Ada", city: "Turin", colour: "red" } } };

/**
 * Options under which a pack judges most of the testkit's server: for `@mcptest/pack-tasks` each role with the tool that
 * plays it, and a second principal. For every other pack `undefined`.
 */
export function optionsForTestkit(packName: string): JsonObject | undefined {
  if (packName !== "@mcptest/pack-tasks") return undefined;
  return {
    roles: {
      task: { tool: "job", inputResponses: ACCEPT, deterministic: true },
      sync: { tool: "quick" },
      required: { tool: "must_task" },
      ask: { tool: "ask", inputResponses: ACCEPT },
      askTwice: { tool: "ask_twice", inputResponses: ACCEPT },
      askMany: { tool: "ask_many", inputResponses: ACCEPT },
      toolError: { tool: "tool_error" },
      protocolError: { tool: "protocol_error" },
      slow: { tool: "slow" },
    },
    pollTimeoutMs: 5_000,
    secondIdentity: { Authorization: "Bearer somebody-else" },
  };
}
