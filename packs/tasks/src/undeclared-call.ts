import { defineFixture, resultOf } from "@mcptest/pack";
import type { Attempt } from "./attempt.js";
import { longestWait } from "./back-off.js";
import { type Call, callTool } from "./call.js";
import { cancelIfRunning } from "./clean-up.js";
import type { TasksOptions } from "./options.js";
import { provoked } from "./provoke.js";
import { taskInAnyForm } from "./task-shape.js";

/**
 * The call of the `task` role once more, on the same connection and after the declared one, without the declaration (I09).
 * A task that comes back all the same is cancelled in clean-up.
 */
export const undeclaredCall = defineFixture<Attempt<Call>, { call: typeof provoked }, TasksOptions>({
  name: "undeclared call",
  timeoutMs: longestWait,
  needs: { call: provoked },
  async prepare({ call }, context) {
    if (call.problem !== undefined) return { problem: call.problem };
    const { reading } = call.value;
    const isTask = reading?.kind === "task" || reading?.kind === "broken-task";
    if (!isTask) return { problem: call.value.noTask };
    const undeclared = { defect: "the extension is not declared on this tools/call (I09)" };
    return { value: await callTool(context, call.value.call.candidate, { undeclared }) };
  },
  async teardown(attempt, context) {
    const taskId = attempt.value && taskInAnyForm(resultOf(attempt.value.last))?.taskId;
    if (taskId !== undefined) await cancelIfRunning(context, taskId);
  },
});
