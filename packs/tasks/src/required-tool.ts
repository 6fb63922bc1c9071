import { excerpt, type PackContext } from "@mcptest/pack";
import type { Attempt } from "./attempt.js";
import { type Candidate, chooseTools, toolOption } from "./choose-tool.js";
import type { TasksOptions } from "./options.js";
import { candidateOf } from "./roles.js";
import type { Tool, ToolList } from "./tools.js";
import { wireOf } from "./wire.js";

/** What decides which task-only tool is called. */
type Choosing = Pick<PackContext<TasksOptions>, "negotiated" | "options" | "asked" | "optionName">;

/**
 * 2025-11-25: the task-only tool that may be called, or in words why there is none. It is the one that the operator named for
 * the role `required` or `task`, else one that may be called unnamed.
 */
export function requiredTool(context: Choosing, list: ToolList): Attempt<Candidate | string> {
  const { negotiated, options, asked, optionName } = context;
  const only = list.tools.filter(({ taskSupport }) => taskSupport === "required");
  const named = options.roles.required?.tool;
  if (named !== undefined) {
    const tool = list.tools.find(({ name }) => name === named);
    if (tool === undefined || only.includes(tool)) return candidateOf(context, "required", list);
    return { value: `the tool ${JSON.stringify(named)} may be called plainly: ${supportOf(tool)}` };
  }
  if (only.length === 0) return { value: 'no tool has execution.taskSupport "required"' };
  const taskTool = options.roles.task?.tool;
  const own = taskTool === undefined || only.some(({ name }) => name === taskTool);
  const allowed = own ? options : { ...options, roles: { ...options.roles, task: undefined } };
  const chosen = chooseTools({ wire: wireOf(negotiated), tools: only, options: allowed, asked, optionName });
  if (chosen.value?.[0] !== undefined) return { value: chosen.value[0] };
  const names = only.slice(0, 8).map(({ name }) => excerpt(name, 80));
  const reason = `no tool that can only run as a task may be called without being named (left alone: ${names.join(", ")}); name one with ${toolOption(optionName, "required")}`;
  return options.requireRoles ? { problem: { reason } } : { value: reason };
}

/** What a tool says of tasks, for a message. */
export function supportOf({ taskSupport }: Tool): string {
  return taskSupport === undefined
    ? "it has no execution.taskSupport"
    : `execution.taskSupport is ${excerpt(taskSupport, 60)}`;
}
