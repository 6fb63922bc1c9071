import { type Connection, defineFixture, type Exchange, member, type PackContext } from "@mcptest/pack";
import { afterEnd } from "./after-end.js";
import { type Attempt, type Problem, required } from "./attempt.js";
import { deadlineIn, longestWait, withBackOff } from "./back-off.js";
import { callTool } from "./call.js";
import type { Candidate } from "./choose-tool.js";
import { cancelIfRunning } from "./clean-up.js";
import type { TasksOptions } from "./options.js";
import { life } from "./poll.js";
import { type Provoked, provoked, provokedBy } from "./provoke.js";
import { taskRequest } from "./requests.js";
import { candidateOf } from "./roles.js";
import { listTasks } from "./task-list.js";
import { type ToolList, toolList } from "./tools.js";
import { canCancel, canList } from "./wire.js";

/** One request of the second principal about a task of the first. */
export interface ForeignRequest {
  method: "tasks/get" | "tasks/result" | "tasks/cancel";
  exchange: Exchange;
}

/** What the second principal was answered on 2025-11-25. */
export interface ForeignRequests {
  requests: ForeignRequest[];
  /** What it is shown of its own tasks: ids, and the exchanges of the pages. Absent where nothing can be listed. */
  listed?: { ids: unknown[]; evidence: number[] };
  /** Why it could not list its tasks. */
  listProblem?: Problem;
  /** The task that it tried to cancel, which was at work, and the connection that made it. */
  working?: { taskId: string; connection: Connection };
}

/**
 * 2025-11-25: the methods about tasks of the first principal, with the credentials of the second: the `task` role's task,
 * which has ended, and for the cancellation one that still works, made for that alone. `undefined` where there is no
 * second principal.
 */
export const foreignRequests = defineFixture<
  Attempt<ForeignRequests | undefined>,
  { call: typeof provoked; life: typeof life; after: typeof afterEnd; tools: typeof toolList },
  TasksOptions
>({
  name: "requests of the second principal about tasks of 2025-11-25",
  mayChange: true,
  timeoutMs: longestWait,
  needs: { call: provoked, life, after: afterEnd, tools: toolList },
  async prepare({ call, life: lived, tools }, context) {
    const { host, negotiated, options } = context;
    if (!isSecondConfigured(context)) return { value: undefined };
    if (lived.problem !== undefined || call.problem !== undefined)
      return { problem: lived.problem ?? call.problem ?? { reason: "no task was made" } };
    const { taskId, reads, ending, problem } = lived.value;
    if (reads.length === 0 || ending !== "terminal")
      return { problem: problem ?? { reason: "the task could not be read to its end" } };
    const second = await host.open({ identity: "second" });
    const deadline = deadlineIn(options.pollTimeoutMs);
    const send = async (method: ForeignRequest["method"], id: string): Promise<ForeignRequest> => {
      const request = taskRequest(negotiated, method, { taskId: id });
      return { method, exchange: await withBackOff(host, deadline, () => host.exchange(second, request)) };
    };
    const foreign: ForeignRequests = {
      requests: [await send("tasks/get", taskId), await send("tasks/result", taskId)],
    };
    if (canList(second.negotiated)) {
      const { value, problem: listProblem } = await listTasks(context, second, deadline);
      if (value === undefined) foreign.listProblem = listProblem;
      else foreign.listed = { ids: value.tasks.map((task) => member(task, "taskId")), evidence: value.evidence };
    }
    if (canCancel(second.negotiated)) {
      foreign.working = await workingTask(context, call.value, tools);
      if (foreign.working !== undefined) foreign.requests.push(await send("tasks/cancel", foreign.working.taskId));
    }
    return { value: foreign };
  },
  async teardown({ value }, context) {
    const { taskId, connection } = value?.working ?? {};
    if (taskId !== undefined && connection !== undefined) await cancelIfRunning({ ...context, connection }, taskId);
  },
});

/** There is a second principal whose requests can be told from those of the first. */
export function isSecondConfigured({ negotiated, options }: PackContext<TasksOptions>): boolean {
  return options.secondIdentity === true && negotiated.transport === "http";
}

/** A new task of the `slow` role's tool, or else of the `task` role's. */
async function workingTask(
  context: PackContext<TasksOptions>,
  { call }: Provoked,
  tools: Attempt<ToolList>,
): Promise<ForeignRequests["working"]> {
  const slow = context.options.roles.slow && candidateOf(context, "slow", required(tools));
  const [candidate, role]: [Candidate, "slow" | "task"] = slow?.value ? [slow.value, "slow"] : [call.candidate, "task"];
  const { connection } = call;
  const { reading } = provokedBy(await callTool({ ...context, connection }, candidate, { role }), [], context);
  return reading?.taskId === undefined ? undefined : { taskId: reading.taskId, connection };
}
