import { defineFixture, type Exchange, member } from "@mcptest/pack";
import { type Attempt, troubleOf } from "./attempt.js";
import { deadlineIn, longestWait, withBackOff } from "./back-off.js";
import type { TasksOptions } from "./options.js";
import { life } from "./poll.js";
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
    const exchange = await withBackOff(host, deadlineIn(options.pollTimeoutMs), () =>
      host.exchange(connection, taskRequest(negotiated, "tasks/result", { taskId })),
    );
    const trouble = troubleOf(exchange, "tasks/result");
    return trouble === undefined ? { value: exchange } : { problem: trouble };
  },
});
