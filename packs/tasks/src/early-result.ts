import { type Exchange, member, type PackContext } from "@mcptest/pack";
import { deadlineIn } from "./back-off.js";
import type { TasksOptions } from "./options.js";
import { taskRequest } from "./requests.js";

/** `tasks/result` of one task that are sent before it has ended. */
const MOST_TRIES = 5;
/** Milliseconds for the answer once the task is known to have ended. */
const LAST_MS = 2_000;

/** 2025-11-25: asks for the result of a task that goes on, which is also how its questions come (H13, H23). */
export interface EarlyResult {
  /** Sends `tasks/result`, unless one waits still. */
  ask(): void;
  /** Resolves when the one that waits is answered, or soon after. */
  settled(): Promise<void>;
}

/** Makes it for a task of the connection of `context`. Nothing is sent yet. */
export function earlyResult(
  { host, connection, negotiated, options }: PackContext<TasksOptions>,
  taskId: string,
): EarlyResult {
  const deadline = deadlineIn(options.pollTimeoutMs);
  let waiting: Promise<Exchange | undefined> | undefined;
  let tries = 0;
  return {
    ask() {
      if (waiting !== undefined || tries === MOST_TRIES || deadline.remainingMs() === 0) return;
      tries++;
      const request = taskRequest(negotiated, "tasks/result", { taskId });
      const timeoutMs = Math.ceil(deadline.remainingMs());
      waiting = host
        .exchange(connection, { ...request, timeoutMs })
        .catch(() => undefined)
        .finally(() => {
          waiting = undefined;
        });
    },
    async settled() {
      if (waiting !== undefined) await Promise.race([waiting, host.sleep(LAST_MS)]);
    },
  };
}

/** The task asks for input, on whatever wire. */
export function asksForInput(task: unknown): boolean {
  return member(task, "status") === "input_required";
}
