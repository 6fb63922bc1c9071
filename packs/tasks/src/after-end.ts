import { defineFixture, type Exchange, type JsonObject, member } from "@mcptest/pack";
import type { Attempt } from "./attempt.js";
import { deadlineIn, longestWait, waitFor, withBackOff } from "./back-off.js";
import type { TasksOptions } from "./options.js";
import { intervalOf, life } from "./poll.js";
import { provoked } from "./provoke.js";
import { taskRequest } from "./requests.js";

/** How often an ended task is read again. */
const POLLS = 2;
/** Shortest time between these polls where the server names none. */
const PAUSE_MS = 50;
/** A time to live up to which it is waited for, and the part of it after which the task is read once more (I50). */
const SHORT_TTL_MS = 3_000;
const LATE = 0.85;

/**
 * The `task` role's task, read again after its end, at the server's interval: a terminal status never changes. Nothing
 * where the task did not end, where the interval is longer than our patience, and in the profile that judges no history. Where the time to live is short, it is read
 * once more shortly before its end.
 */
export const afterEnd = defineFixture<Attempt<Exchange[]>, { call: typeof provoked; life: typeof life }, TasksOptions>({
  name: "polls after the end",
  timeoutMs: longestWait,
  needs: { call: provoked, life },
  async prepare({ call, life: lived }, { host, negotiated, options, profile }) {
    if (lived.problem !== undefined) return { problem: lived.problem };
    const { taskId, connection, reads, ending } = lived.value;
    if (ending !== "terminal" || profile === "baseline") return { value: [] };
    const deadline = deadlineIn(options.pollTimeoutMs);
    const pauseMs = Math.max(PAUSE_MS, intervalOf(reads.at(-1)?.task, negotiated) ?? 0);
    const request = taskRequest(negotiated, "tasks/get", { taskId }, options.roles.task);
    const polls: Exchange[] = [];
    while (polls.length < POLLS && pauseMs < deadline.remainingMs()) {
      await waitFor(host, pauseMs, deadline);
      polls.push(await withBackOff(host, deadline, () => host.exchange(connection, request)));
    }
    const lateMs = lateReadAfter(reads.at(-1)?.task);
    const passedMs = performance.now() - (call.value?.call.sentAt ?? 0);
    if (lateMs !== undefined && lateMs > passedMs && lateMs - passedMs < deadline.remainingMs()) {
      await waitFor(host, lateMs - passedMs, deadline);
      polls.push(await withBackOff(host, deadline, () => host.exchange(connection, request)));
    }
    return { value: polls };
  },
});

/** Milliseconds after the creating call at which a task with a short time to live has to be there still. */
function lateReadAfter(task: JsonObject | undefined): number | undefined {
  const ttl = member(task, "ttlMs");
  return typeof ttl === "number" && ttl > 0 && ttl <= SHORT_TTL_MS ? ttl * LATE : undefined;
}
