import { defineFixture, type Exchange, member } from "@mcptest/pack";
import { type Attempt, type Problem, troubleOf, whatCame } from "./attempt.js";
import { deadlineIn, longestWait, withBackOff } from "./back-off.js";
import type { TasksOptions } from "./options.js";
import { isBrokenOff, life } from "./poll.js";
import { taskRequest } from "./requests.js";
import { wireOf } from "./wire.js";

/** 2025-11-25: the answer to `tasks/result` of a completed task; `undefined` where there is nothing to fetch. */
export const storedResult = defineFixture<Attempt<Exchange | undefined>, { life: typeof life }, TasksOptions>({
  name: "stored result",
  timeoutMs: longestWait,
  needs: { life },
  async prepare({ life: lived }, { host, connection, negotiated, options }) {
    if (lived.problem !== undefined) return { problem: lived.problem };
    const { ending, reads, taskId } = lived.value;
    const completed = ending === "terminal" && member(reads.at(-1)?.task, "status") === "completed";
    if (wireOf(negotiated).wire !== "legacy" || !completed) return { value: undefined };
    const send = () => host.exchange(connection, taskRequest(negotiated, "tasks/result", { taskId }));
    const deadline = deadlineIn(options.pollTimeoutMs);
    let exchange = await withBackOff(host, deadline, send);
    for (let tries = 1; endedWithoutResponse(exchange) && tries < MOST_TRIES; tries++)
      exchange = await withBackOff(host, deadline, send);
    const trouble = troubleOf(exchange, "tasks/result") ?? noAnswer(exchange);
    return trouble === undefined ? { value: exchange } : { problem: trouble };
  },
});

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
