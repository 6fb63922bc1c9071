import { defineFixture } from "@mcptest/pack";
import type { Attempt } from "./attempt.js";
import { longestWait } from "./back-off.js";
import { type Call, callTool } from "./call.js";
import type { TasksOptions } from "./options.js";
import { candidateOf } from "./roles.js";
import { toolList } from "./tools.js";

/**
 * The tool of the `required` role, undeclared: it can only be served as a task. Nothing where that role is not
 * configured, as the checks that look at it run without it too.
 */
export const requiredCall = defineFixture<Attempt<Call | undefined>, { tools: typeof toolList }, TasksOptions>({
  name: "undeclared call of the role required",
  timeoutMs: longestWait,
  needs: { tools: toolList },
  async prepare({ tools }, context) {
    if (context.options.roles.required === undefined) return { value: undefined };
    if (tools.problem !== undefined) return { problem: tools.problem };
    const candidate = candidateOf(context, "required", tools.value);
    if (candidate.problem !== undefined) return { problem: candidate.problem };
    const undeclared = { defect: "the extension is not declared on this tools/call (I10)" };
    return { value: await callTool(context, candidate.value, { undeclared, role: "required" }) };
  },
});
