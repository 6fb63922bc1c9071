import { defineFixture, member, resultOf } from "@mcptest/pack";
import type { Attempt } from "./attempt.js";
import { longestWait } from "./back-off.js";
import { type Call, callTool } from "./call.js";
import { cancelIfRunning } from "./clean-up.js";
import type { TasksOptions } from "./options.js";
import { candidateOf } from "./roles.js";
import { taskInAnyForm } from "./task-shape.js";
import { toolList } from "./tools.js";

/** The call of the `required` role's tool without the declaration. */
export interface RequiredCall {
  undeclared: Call;
  /** The same call with the declaration; made only where the other one came back with `isError: true`. */
  declared?: Call;
}

/** Whether a call was answered with the error of a tool (`isError: true`). */
export function isToolError({ last }: Call): boolean {
  return member(resultOf(last), "isError") === true;
}

/**
 * The tool of the `required` role, undeclared: it can only be served as a task. Nothing where that role is not
 * configured, as the checks that look at it run without it too.
 */
export const requiredCall = defineFixture<Attempt<RequiredCall | undefined>, { tools: typeof toolList }, TasksOptions>({
  name: "undeclared call of the role required",
  timeoutMs: longestWait,
  needs: { tools: toolList },
  async prepare({ tools }, context) {
    if (context.options.roles.required === undefined) return { value: undefined };
    if (tools.problem !== undefined) return { problem: tools.problem };
    const candidate = candidateOf(context, "required", tools.value);
    if (candidate.problem !== undefined) return { problem: candidate.problem };
    const defect = "the extension is not declared on this tools/call (I10)";
    const undeclared = await callTool(context, candidate.value, { undeclared: { defect }, role: "required" });
    if (!isToolError(undeclared)) return { value: { undeclared } };
    return { value: { undeclared, declared: await callTool(context, candidate.value, { role: "required" }) } };
  },
  async teardown(attempt, context) {
    const { declared } = attempt.value ?? {};
    const taskId = declared && taskInAnyForm(resultOf(declared.last))?.taskId;
    if (taskId !== undefined) await cancelIfRunning(context, taskId);
  },
});
