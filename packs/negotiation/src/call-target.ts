import { defineFixture, type JsonObject, member, unavailable } from "@mcptest/pack";
import { lists } from "./lists.js";
import type { NegotiationOptions, ToolCall } from "./options.js";

/** The read-only call that probes repeat: that of the option `call`, else the first read-only tool without arguments. */
export const callTarget = defineFixture<ToolCall, { lists: typeof lists }, NegotiationOptions>({
  name: "call",
  needs: { lists },
  prepare({ lists: { tools } }, { options, optionName }) {
    const target = chooseCall(tools.items, options);
    if (target) return target;
    const need = { path: ["call"], example: { tool: "NAME" } };
    throw unavailable(
      `no tool is annotated readOnlyHint: true and needs no argument; name a call that changes nothing with ${optionName(need.path, need.example)}`,
      { origin: "environment", notApplicable: tools.items.length === 0, options: [need] },
    );
  },
});

/** The call that {@link callTarget} gives, where there is one. */
export function chooseCall(tools: readonly JsonObject[], { call }: NegotiationOptions): ToolCall | undefined {
  if (call) return call;
  const chosen = tools.find((tool) => isReadOnly(tool) && !needsArguments(tool));
  const name = member(chosen, "name");
  return typeof name === "string" ? { tool: name, arguments: {} } : undefined;
}

/** The tool is annotated `readOnlyHint: true`. */
export function isReadOnly(tool: JsonObject): boolean {
  return member(member(tool, "annotations"), "readOnlyHint") === true;
}

/** The input schema of the tool names required members. */
export function needsArguments(tool: JsonObject): boolean {
  const required = member(member(tool, "inputSchema"), "required");
  return Array.isArray(required) && required.length > 0;
}
