import { defineFixture, ERROR, type Exchange, errorOf, member } from "@mcptest/pack";
import { type Attempt, troubleOf } from "./attempt.js";
import { longestWait } from "./back-off.js";
import { callTool } from "./call.js";
import type { TasksOptions } from "./options.js";
import { isPassingError } from "./poll.js";
import { provoked } from "./provoke.js";
import { withoutTask } from "./requests.js";
import { toolList } from "./tools.js";

/**
 * 2025-11-25: the `task` role's tool called plainly with the same arguments, so that two outcomes can be compared (H12).
 * `undefined` where nothing says that it always gives the same, and where the tool can only be called as a task: by its
 * declaration, or because plain calls are refused with -32600 (H30).
 */
export const plainTwin = defineFixture<
  Attempt<Exchange | undefined>,
  { call: typeof provoked; tools: typeof toolList },
  TasksOptions
>({
  name: "plain call",
  timeoutMs: longestWait,
  needs: { call: provoked, tools: toolList },
  async prepare({ call, tools }, context) {
    if (context.options.roles.task?.deterministic !== true) return { value: undefined };
    if (call.problem !== undefined) return { problem: call.problem };
    const { candidate, connection } = call.value.call;
    const listed = tools.value?.tools.find(({ name }) => name === candidate.tool);
    if (listed?.taskSupport === "required") return { value: undefined };
    const { last } = await callTool({ ...context, connection }, candidate, { change: withoutTask });
    const trouble = troubleOf(last, "tools/call without params.task");
    if (trouble !== undefined) return { problem: trouble };
    if (member(errorOf(last), "code") === ERROR.invalidRequest) return { value: undefined };
    if (isPassingError(last)) return { problem: { reason: "tools/call without params.task was refused for now" } };
    return { value: last };
  },
});
