import { randomUUID } from "node:crypto";
import { defineFixture, type Exchange, type JsonObject, member, type PackContext, resultOf } from "@mcptest/pack";
import { afterEnd } from "./after-end.js";
import type { Attempt } from "./attempt.js";
import { deadlineIn, longestWait, waitFor, withBackOff } from "./back-off.js";
import type { TasksOptions } from "./options.js";
import { intervalOf, type Life, life } from "./poll.js";
import { taskRequest } from "./requests.js";

/** What became of the cancellation of the `task` role's task after its end. */
export interface EndedTask {
  /** `tasks/cancel`. */
  cancel: Exchange;
  /** `tasks/get` afterwards. */
  read: Exchange;
  /** The task as it had ended. */
  ended: JsonObject;
}

/** The same, after an update. */
export interface UpdatedTask extends EndedTask {
  /** `tasks/update` with a key that was never issued, before the cancellation. */
  update: Exchange;
}

/** Shortest time before the task is read again. */
const PAUSE_MS = 50;

/** An update with an unknown key, then a cancellation of a task that has ended, then one more look at it. */
export const endedTask = afterTheEnd("changes after the end", async (task): Promise<UpdatedTask> => {
  const inputResponses = { [`never-issued-${randomUUID()}`]: { action: "decline" } };
  const update = await task.send("tasks/update", { inputResponses });
  return { update, ...(await cancelAndRead(task)) };
});

/** 2025-11-25: the cancellation of a task that has ended, and one more look at it. */
export const cancelledLate = afterTheEnd("cancellation after the end", cancelAndRead);

/** A task that has ended, and requests about it. */
interface Ended {
  ended: JsonObject;
  send(method: "tasks/update" | "tasks/cancel" | "tasks/get", more?: JsonObject): Promise<Exchange>;
  /** Waits as long as the server wants between two polls. */
  pause(): Promise<void>;
}

/** A fixture that does something with the `task` role's task once it has ended and was read again. */
function afterTheEnd<T>(name: string, act: (task: Ended) => Promise<T>) {
  return defineFixture<Attempt<T>, { life: typeof life; after: typeof afterEnd }, TasksOptions>({
    name,
    timeoutMs: longestWait,
    needs: { life, after: afterEnd },
    async prepare({ life: lived }, context) {
      if (lived.problem !== undefined) return { problem: lived.problem };
      const { ending, reads, problem } = lived.value;
      const ended = reads.at(-1)?.task;
      if (ending !== "terminal" || ended === undefined)
        return { problem: problem ?? { reason: "the task never ended" } };
      return { value: await act(endedOf(context, lived.value, ended)) };
    },
  });
}

function endedOf(
  { host, negotiated, options }: PackContext<TasksOptions>,
  { connection, taskId }: Life,
  ended: JsonObject,
): Ended {
  const deadline = deadlineIn(options.pollTimeoutMs);
  return {
    ended,
    send: (method, more = {}) =>
      withBackOff(host, deadline, () =>
        host.exchange(connection, taskRequest(negotiated, method, { taskId, ...more }, options.roles.task)),
      ),
    async pause() {
      const interval = intervalOf(ended, negotiated) ?? 0;
      if (interval <= options.pollTimeoutMs) await waitFor(host, Math.max(PAUSE_MS, interval), deadline);
    },
  };
}

async function cancelAndRead({ ended, send, pause }: Ended): Promise<EndedTask> {
  const cancel = await send("tasks/cancel");
  await pause();
  return { cancel, read: await send("tasks/get"), ended };
}

/** The status that an answer to `tasks/get` shows. */
export function statusIn(exchange: Exchange): unknown {
  return member(resultOf(exchange), "status");
}
