import { defineFixture, type Exchange, member, type PackContext } from "@mcptest/pack";
import { type Attempt, type Problem, troubleOf, whatCame } from "./attempt.js";
import { deadlineIn, longestWait, withBackOff } from "./back-off.js";
import type { TasksOptions } from "./options.js";
import { isBrokenOff, type Life, life } from "./poll.js";
import { taskRequest } from "./requests.js";
import { type OptionalRole, type RoleTask, taskOfRole } from "./roles.js";
import { wireOf } from "./wire.js";

/** 2025-11-25: the answer to `tasks/result` of the `task` role's task; `undefined` where there is nothing to fetch. */
export const storedResult = defineFixture<Attempt<Exchange | undefined>, { life: typeof life }, TasksOptions>({
  name: "stored result",
  timeoutMs: longestWait,
  needs: { life },
  async prepare({ life: lived }, context) {
    return lived.problem === undefined ? await outcomeOf(context, lived.value) : { problem: lived.problem };
  },
});

/** The task of a role that ended, and what `tasks/result` answered; no exchange where there is nothing to fetch. */
export interface RoleOutcome extends RoleTask {
  exchange?: Exchange;
}

/** 2025-11-25: the task of a tool that fails, and the answer to its `tasks/result`. */
function outcomeOfRole(name: OptionalRole) {
  const task = taskOfRole(name);
  return defineFixture<Attempt<RoleOutcome>, { task: typeof task }, TasksOptions>({
    name: `stored result of the role ${name}`,
    timeoutMs: longestWait,
    needs: { task },
    async prepare({ task: attempt }, context) {
      if (attempt.problem !== undefined) return { problem: attempt.problem };
      const { value: exchange, problem } = await outcomeOf(context, attempt.value.life);
      return problem === undefined ? { value: { ...attempt.value, exchange } } : { problem };
    },
  });
}

/** The outcomes of the two roles whose tools fail. They say so where a role is not configured. */
export const toolErrorOutcome = outcomeOfRole("toolError");
export const protocolErrorOutcome = outcomeOfRole("protocolError");

/** Asks for the outcome of a task that completed or failed. What a cancelled one has is undefined (J21). */
async function outcomeOf(
  { host, negotiated, options }: PackContext<TasksOptions>,
  { connection, ending, reads, taskId }: Life,
): Promise<Attempt<Exchange | undefined>> {
  const status = member(reads.at(-1)?.task, "status");
  const hasOutcome = ending === "terminal" && (status === "completed" || status === "failed");
  if (wireOf(negotiated).wire !== "legacy" || !hasOutcome) return { value: undefined };
  const send = () => host.exchange(connection, taskRequest(negotiated, "tasks/result", { taskId }));
  const deadline = deadlineIn(options.pollTimeoutMs);
  let exchange = await withBackOff(host, deadline, send);
  for (let tries = 1; endedWithoutResponse(exchange) && tries < MOST_TRIES; tries++)
    exchange = await withBackOff(host, deadline, send);
  const trouble = outcomeProblem(exchange);
  return trouble === undefined ? { value: exchange } : { problem: trouble };
}

/** Why the answer to `tasks/result` says nothing about the server, or `undefined`. */
export function outcomeProblem(exchange: Exchange): Problem | undefined {
  return troubleOf(exchange, "tasks/result") ?? noAnswer(exchange);
}

/** A 4xx alone says nothing about the result: a 404 may mean that the session is gone (2025-11-25, Session Management). */
function noAnswer(exchange: Exchange): Problem | undefined {
  if (exchange.response !== undefined) return undefined;
  const reason = `tasks/result was answered with no JSON-RPC response: ${whatCame(exchange)}`;
  return { reason, evidence: [exchange.number] };
}

/** How often a result is asked for. */
const MOST_TRIES = 3;

/** A server may close the stream of a response before its end (2025-11-25 basic/transports); one asks again then. */
function endedWithoutResponse(exchange: Exchange): boolean {
  return isBrokenOff(exchange) || (exchange.outcome === "no-response" && exchange.status === 200);
}
