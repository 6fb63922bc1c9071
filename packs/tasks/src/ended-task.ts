import { randomUUID } from "node:crypto";
import { defineFixture, type Exchange, type JsonObject, member, resultOf } from "@mcptest/pack";
import { afterEnd } from "./after-end.js";
import type { Attempt } from "./attempt.js";
import { deadlineIn, longestWait, waitFor, withBackOff } from "./back-off.js";
import type { TasksOptions } from "./options.js";
import { intervalOf, life } from "./poll.js";
import { taskRequest } from "./requests.js";

/** What became of changes of the `task` role's task after its end. */
export interface EndedTask {
  /** `tasks/update` with a key that was never issued. */
  update: Exchange;
  /** `tasks/cancel`. */
  cancel: Exchange;
  /** `tasks/get` after both. */
  read: Exchange;
  /** The task as it had ended. */
  ended: JsonObject;
}

/** Shortest time before the task is read again. */
const PAUSE_MS = 50;

/** An update with an unknown key, then a cancellation of a task that has ended, then one more look at it. */
export const endedTask = defineFixture<Attempt<EndedTask>, { life: typeof life; after: typeof afterEnd }, TasksOptions>(
  {
    name: "changes after the end",
    timeoutMs: longestWait,
    needs: { life, after: afterEnd },
    async prepare({ life: lived }, { host, connection, negotiated, options }) {
      if (lived.problem !== undefined) return { problem: lived.problem };
      const { taskId, reads, ending, problem } = lived.value;
      const ended = reads.at(-1)?.task;
      if (ending !== "terminal" || ended === undefined)
        return { problem: problem ?? { reason: "the task never ended" } };
      const deadline = deadlineIn(options.pollTimeoutMs);
      const send = (method: "tasks/update" | "tasks/cancel" | "tasks/get", more: JsonObject = {}) =>
        withBackOff(host, deadline, () =>
          host.exchange(connection, taskRequest(negotiated, method, { taskId, ...more }, options.roles.task)),
        );
      const inputResponses = { [`never-issued-${randomUUID()}`]: { action: "decline" } };
      const update = await send("tasks/update", { inputResponses });
      const cancel = await send("tasks/cancel");
      const interval = intervalOf(ended, negotiated) ?? 0;
      if (interval <= options.pollTimeoutMs) await waitFor(host, Math.max(PAUSE_MS, interval), deadline);
      return { value: { update, cancel, read: await send("tasks/get"), ended } };
    },
  },
);

/** The status that an answer to `tasks/get` shows. */
export function statusIn(exchange: Exchange): unknown {
  return member(resultOf(exchange), "status");
}
