import { defineFixture, type Exchange } from "@mcptest/pack";
import type { Attempt } from "./attempt.js";
import { deadlineIn, longestWait, waitFor, withBackOff } from "./back-off.js";
import type { TasksOptions } from "./options.js";
import { intervalOf, life } from "./poll.js";
import { taskRequest } from "./requests.js";

/** How often an ended task is read again. */
const POLLS = 2;
/** Shortest time between these polls where the server names none. */
const PAUSE_MS = 50;

/**
 * The `task` role's task, read again after its end, at the server's interval: a terminal status never changes. Nothing
 * where the task did not end, or where the interval is longer than our patience.
 */
export const afterEnd = defineFixture<Attempt<Exchange[]>, { life: typeof life }, TasksOptions>({
  name: "polls after the end",
  timeoutMs: longestWait,
  needs: { life },
  async prepare({ life: lived }, { host, connection, negotiated, options }) {
    if (lived.problem !== undefined) return { problem: lived.problem };
    const { taskId, reads, ending } = lived.value;
    if (ending !== "terminal") return { value: [] };
    const deadline = deadlineIn(options.pollTimeoutMs);
    const pauseMs = Math.max(PAUSE_MS, intervalOf(reads.at(-1)?.task, negotiated) ?? 0);
    const request = taskRequest(negotiated, "tasks/get", { taskId }, options.roles.task);
    const polls: Exchange[] = [];
    while (polls.length < POLLS && pauseMs < deadline.remainingMs()) {
      await waitFor(host, pauseMs, deadline);
      polls.push(await withBackOff(host, deadline, () => host.exchange(connection, request)));
    }
    return { value: polls };
  },
});
