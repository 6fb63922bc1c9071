import type { Json, PackContext } from "@mcptest/pack";
import type { Attempt } from "./attempt.js";
import { type Provoked, provoked } from "./provoke.js";
import { isTaskCapable, type ToolList, toolList } from "./tools.js";
import { wireOf } from "./wire.js";

/** The `discovery` member of the result. */
export function discovery(
  { negotiated }: PackContext<unknown>,
  fixtureValue: (name: string) => unknown,
): Record<string, Json | undefined> {
  const tools = (fixtureValue(toolList.name) as Attempt<ToolList> | undefined)?.value?.tools ?? [];
  const call = (fixtureValue(provoked.name) as Attempt<Provoked> | undefined)?.value;
  return {
    wire: wireOf(negotiated).wire,
    protocolVersion: negotiated.protocolVersion,
    toolCount: tools.length,
    taskCapableToolCount: tools.filter(isTaskCapable).length,
    probedTool: call?.call.candidate.tool,
    createdTaskId: call?.reading?.taskId,
  };
}
