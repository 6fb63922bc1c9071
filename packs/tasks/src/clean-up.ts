import { member, type PackContext, resultOf } from "@mcptest/pack";
import { PACK_NAME } from "./ids.js";
import type { TasksOptions } from "./options.js";
import { taskRequest } from "./requests.js";
import { taskAskedFor } from "./server-messages.js";
import { isTerminal } from "./task-shape.js";
import { canCancel } from "./wire.js";

/** Milliseconds for a cancellation in clean-up; nothing waits for its effect. */
const CANCEL_TIMEOUT_MS = 2_000;

/**
 * Cancels a task of ours, declared, unless the last `tasks/get` that was answered shows that it ended, or another fixture
 * that had to do with it has cancelled it.
 */
export async function cancelIfRunning(context: PackContext<TasksOptions>, taskId: string): Promise<void> {
  const { host, connection, negotiated } = context;
  if (!canCancel(negotiated) || (await hasEnded(context, taskId)) || (await wasCancelled(context, taskId))) return;
  const request = taskRequest(negotiated, "tasks/cancel", { taskId });
  await host.exchange(connection, { ...request, timeoutMs: CANCEL_TIMEOUT_MS });
}

async function hasEnded({ host }: PackContext<TasksOptions>, taskId: string): Promise<boolean> {
  const reads = await host.transcript({ method: "tasks/get", pack: PACK_NAME });
  const statuses = reads.flatMap((read) => {
    const status = member(resultOf(read), "status");
    return taskAskedFor(read) === taskId && status !== undefined ? [status] : [];
  });
  return isTerminal(statuses.at(-1));
}

/** A request of ours to cancel the task was taken, with nothing wrong about it; on stdio each process has its own tasks. */
async function wasCancelled({ host, connection }: PackContext<TasksOptions>, taskId: string): Promise<boolean> {
  const sent = await host.transcript({ method: "tasks/cancel", pack: PACK_NAME, defects: false });
  return sent.some(
    (cancel) =>
      taskAskedFor(cancel) === taskId &&
      cancel.tags.identity === "first" &&
      (cancel.transport !== "stdio" || cancel.connection === connection.id) &&
      resultOf(cancel) !== undefined,
  );
}
