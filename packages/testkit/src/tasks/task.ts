import type { Era, JsonObject } from "@mcptest/pack";
import type { InputRequest } from "../server/tool.js";

/** The five statuses; the last three are terminal. */
export type TaskStatus = "working" | "input_required" | "completed" | "failed" | "cancelled";

/** An input request that waits for its answer. */
export interface Question {
  request: InputRequest;
  /** Legacy: it is on its way to the client, on one stream. */
  delivering: boolean;
  answer(result: JsonObject): void;
}

/** How a task came to its end. */
export type Ending =
  | { status: "completed" | "failed"; result: JsonObject; statusMessage?: string }
  | { status: "failed"; error: JsonObject; statusMessage: string }
  | { status: "cancelled"; statusMessage?: string };

/** One task. */
export interface Task {
  readonly id: string;
  /** A task is reachable on the wire that made it only. */
  readonly era: Era;
  /** Principal that made it. */
  readonly owner: string;
  /** Name of the tool that runs behind it. */
  readonly tool: string;
  readonly createdAt: Date;
  readonly ttl: number | null;
  readonly pollInterval: number | undefined;
  status: TaskStatus;
  statusMessage?: string;
  lastUpdatedAt: Date;
  /** Outstanding questions by key, in the order in which they were asked. */
  readonly questions: Map<string, Question>;
  /** Keys under which something was asked so far. */
  readonly issued: Set<string>;
  /** Answers that take effect after some more polls. */
  readonly late: { polls: number; apply(): void }[];
  result?: JsonObject;
  error?: JsonObject;
  /** Aborts the run of the tool. */
  readonly controller: AbortController;
  readonly watchers: Set<() => void>;
}

/** True for the three statuses that never change. */
export function isTerminal(status: TaskStatus): boolean {
  return status === "completed" || status === "failed" || status === "cancelled";
}

/** Moves `task` to `status` and tells its watchers. A terminal task stays as it is. */
export function moveTask(task: Task, status: TaskStatus, statusMessage?: string): void {
  if (isTerminal(task.status)) return;
  task.status = status;
  task.statusMessage = statusMessage;
  task.lastUpdatedAt = new Date(Math.max(Date.now(), task.lastUpdatedAt.getTime() + 1));
  stirTask(task);
}

/** Tells the watchers of `task` to look again. */
export function stirTask(task: Task): void {
  for (const watcher of [...task.watchers]) watcher();
}

/** Ends `task`. */
export function endTask(task: Task, ending: Ending): void {
  if (isTerminal(task.status)) return;
  if ("result" in ending) task.result = ending.result;
  if ("error" in ending) task.error = ending.error;
  task.questions.clear();
  moveTask(task, ending.status, ending.statusMessage);
}

/** Resolves at the next change of `task`, or when `signal` aborts. */
export function nextChange(task: Task, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      task.watchers.delete(done);
      signal.removeEventListener("abort", done);
      resolve();
    };
    task.watchers.add(done);
    signal.addEventListener("abort", done, { once: true });
  });
}
