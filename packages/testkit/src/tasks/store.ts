import { randomUUID } from "node:crypto";
import type { Era } from "@mcptest/pack";
import { isTerminal, moveTask, type Task } from "./task.js";

/** The tasks of one server. */
export interface TaskStore {
  create(of: Pick<Task, "era" | "owner" | "ttl" | "pollInterval">): Task;
  /** The task of this id if it lives, belongs to `owner` and was made on `era`. */
  find(id: string, era: Era, owner: string): Task | undefined;
  /** Every task that `find` would give, oldest first. */
  list(era: Era, owner: string): Task[];
  /** Stops all runs. */
  close(): void;
}

/** A store in memory. Ids are random UUIDs; a task is gone once its ttl has passed. */
export function createTaskStore(): TaskStore {
  const tasks = new Map<string, Task>();

  function sweep(): void {
    const now = Date.now();
    for (const task of tasks.values()) {
      if (task.ttl === null || now < task.createdAt.getTime() + Math.max(0, task.ttl)) continue;
      tasks.delete(task.id);
      task.controller.abort();
    }
  }

  return {
    create(of) {
      sweep();
      const now = new Date();
      const task: Task = {
        ...of,
        id: randomUUID(),
        createdAt: now,
        status: "working",
        lastUpdatedAt: now,
        questions: new Map(),
        late: [],
        controller: new AbortController(),
        watchers: new Set(),
      };
      tasks.set(task.id, task);
      return task;
    },
    find(id, era, owner) {
      sweep();
      const task = tasks.get(id);
      return task?.era === era && task.owner === owner ? task : undefined;
    },
    list(era, owner) {
      sweep();
      return [...tasks.values()].filter((task) => task.era === era && task.owner === owner);
    },
    close() {
      for (const task of tasks.values()) task.controller.abort();
      tasks.clear();
    },
  };
}

/** Cancels `task` at once. */
export function cancelTask(task: Task): void {
  if (isTerminal(task.status)) return;
  task.controller.abort();
  task.questions.clear();
  moveTask(task, "cancelled", "Cancelled by the client");
}
