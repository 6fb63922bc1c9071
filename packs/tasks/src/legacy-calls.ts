import { defineFixture, ERROR, errorOf, member, type PackContext, type RequestSpec, resultOf } from "@mcptest/pack";
import { type Attempt, type Problem, troubleOf, whatCame } from "./attempt.js";
import { longestWait } from "./back-off.js";
import { type Call, callTool } from "./call.js";
import { cancelIfRunning } from "./clean-up.js";
import type { TasksOptions } from "./options.js";
import { withoutTask } from "./requests.js";
import { isToolError } from "./required-call.js";
import { requiredTool, supportOf } from "./required-tool.js";
import { candidateOf, roleOf } from "./roles.js";
import { readLegacyCall } from "./task-shape.js";
import { type Tool, toolList } from "./tools.js";
import { wireOf } from "./wire.js";

/** A call that does not fit what the server says of the tool, and where it was refused the call that fits. */
export interface OddCall {
  call: Call;
  /**
   * The same call the other way round, sent where the refusal has another code than the rule asks for, or came as the error
   * of a tool: when it is refused too, the refusal is about something else.
   */
  twin?: Call;
}

/** The calls, or why there is nothing to call. */
export type OddCalls = { odd: OddCall; left?: undefined } | { odd?: undefined; left: string };

type Needs = { tools: typeof toolList };

/**
 * 2025-11-25: a tool that can only be called as a task, called plainly (H03). The role `required` names it, or its
 * `execution.taskSupport` does, where the tool may be called at all.
 */
export const plainRequiredCall = defineFixture<Attempt<OddCalls>, Needs, TasksOptions>({
  name: "plain call of a task-only tool",
  timeoutMs: longestWait,
  needs: { tools: toolList },
  async prepare({ tools }, context) {
    if (!wireOf(context.negotiated).creates) return { value: { left: UNDECLARED } };
    if (tools.problem !== undefined) return { problem: tools.problem };
    const chosen = requiredTool(context, tools.value);
    if (chosen.value === undefined) return { problem: chosen.problem };
    if (typeof chosen.value === "string") return { value: { left: chosen.value } };
    const defect = "a task-only tool is called without params.task (H03)";
    const change = (request: RequestSpec) => ({ ...withoutTask(request), defect });
    const call = await callTool(context, chosen.value, { role: "required", change });
    if (wasServed(call) || codeOf(call) === ERROR.methodNotFound) return { value: { odd: { call } } };
    const twin = await callTool(context, chosen.value, { role: "required", change: tagged(TWIN) });
    return { value: { odd: { call, twin } } };
  },
  teardown: cancelOdd,
});

/** Why no call is a matter of tool-level negotiation (H03, H04). */
const UNDECLARED = "the server does not declare tasks.requests.tools.call";
const TWIN = "the twin of a call that was refused (H03, H04, H05)";

/**
 * 2025-11-25: the tool of the role `sync`, called with `params.task` though it never runs as a task (H04), or though the
 * server makes no tasks of calls (H05).
 */
export const augmentedSyncCall = defineFixture<Attempt<OddCalls>, Needs, TasksOptions>({
  name: "call of the role sync as a task",
  role: roleOf("sync"),
  timeoutMs: longestWait,
  needs: { tools: toolList },
  async prepare({ tools }, context) {
    if (tools.problem !== undefined) return { problem: tools.problem };
    const candidate = candidateOf(context, "sync", tools.value);
    if (candidate.problem !== undefined) return { problem: candidate.problem };
    const tool = tools.value.tools.find(({ name }) => name === candidate.value.tool);
    const { creates } = wireOf(context.negotiated);
    if (creates && tool !== undefined && !forbidsTasks(tool))
      return { value: { left: `the tool ${JSON.stringify(tool.name)} does not forbid tasks: ${supportOf(tool)}` } };
    const defect = creates
      ? "a tool that forbids tasks is called with params.task (H04)"
      : "params.task without tasks.requests.tools.call (H05)";
    const call = await callTool(context, candidate.value, { role: "sync", change: tagged(defect) });
    const isRight = creates && codeOf(call) === ERROR.methodNotFound;
    if (wasServed(call) || isRight) return { value: { odd: { call } } };
    const change = (request: RequestSpec) => ({ ...withoutTask(request), defect: TWIN });
    return { value: { odd: { call, twin: await callTool(context, candidate.value, { role: "sync", change }) } } };
  },
  teardown: cancelOdd,
});

/**
 * 2025-11-25 without `tasks.requests.tools.call`: the tool that the operator named for the role `task`, called with
 * `params.task` (H05). Nothing where no tool is named.
 */
export const undeclaredTaskCall = defineFixture<Attempt<Call | undefined>, Needs, TasksOptions>({
  name: "call as a task that is not declared",
  timeoutMs: longestWait,
  needs: { tools: toolList },
  async prepare({ tools }, context) {
    const { options, negotiated } = context;
    const name = options.roles.task?.tool;
    const listed = tools.value?.tools.some((tool) => tool.name === name) === true;
    if (name === undefined || !listed || wireOf(negotiated).creates) return { value: undefined };
    const candidate = { tool: name, arguments: options.roles.task?.arguments ?? {}, because: "named by the operator" };
    const defect = "params.task without tasks.requests.tools.call (H05)";
    return { value: await callTool(context, candidate, { change: tagged(defect) }) };
  },
  async teardown({ value: call }, context) {
    if (call !== undefined) await cancelMade(call, context);
  },
});

/** Why the answer to the odd call leaves the rule open, or `undefined` where it can be judged. */
export function openOf({ call, twin }: OddCall, what: string): Problem | undefined {
  const trouble = troubleOf(call.last, what) ?? (twin && troubleOf(twin.last, "the call that it is compared with"));
  if (trouble !== undefined) return trouble;
  const evidence = [...call.evidence, ...(twin?.evidence ?? [])];
  if (call.last.response === undefined)
    return { reason: `${what} was answered with no JSON-RPC response: ${whatCame(call.last)}`, evidence };
  if (twin === undefined || wasServed(twin)) return undefined;
  return {
    reason: `${what} was refused with ${whatCame(call.last, 120)}, and the call that it is compared with too: the reason is another one`,
    evidence,
  };
}

/** The call was refused with a JSON-RPC error. */
export function wasRefused({ last }: Call): boolean {
  return errorOf(last) !== undefined;
}

/** The call was answered with a task, or with a result that reports no error. */
export function wasServed(call: Call): boolean {
  return !wasRefused(call) && !isToolError(call);
}

/** Code of the error that a call was refused with. */
export function codeOf({ last }: Call): unknown {
  return member(errorOf(last), "code");
}

function tagged(defect: string) {
  return (request: RequestSpec) => ({ ...request, defect });
}

function forbidsTasks({ taskSupport }: Tool): boolean {
  return taskSupport === undefined || taskSupport === "forbidden";
}

async function cancelOdd({ value }: Attempt<OddCalls>, context: PackContext<TasksOptions>): Promise<void> {
  for (const call of [value?.odd?.call, value?.odd?.twin]) if (call !== undefined) await cancelMade(call, context);
}

/** A task that one of these calls made is cancelled. */
async function cancelMade({ last }: Call, context: PackContext<TasksOptions>): Promise<void> {
  const { taskId } = readLegacyCall(resultOf(last));
  if (taskId !== undefined) await cancelIfRunning(context, taskId);
}
