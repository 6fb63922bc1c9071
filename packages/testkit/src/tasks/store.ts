import type { Era } from "@mcptest/pack";
import type { TaskPolicy } from "./policy.js";
import { isTerminal, moveTask, type Task } from "./task.js";

/** The tasks of one server. */
export interface TaskStore {
  create(of: Pick<Task, "era" | "owner" | "tool" | "ttl" | "pollInterval">): Task;
  /** The task of this id if it lives and was made on `era`. */
  find(id: string, era: Era): Task | undefined;
  /** Every task that `find` would give, oldest first. */
  list(era: Era): Task[];
  /** Stops all runs. */
  close(): void;
}

/** A store in memory. A task is gone once its ttl has passed. */
export function createTaskStore(policy: TaskPolicy): TaskStore {
  const tasks = new Map<string, Task>();

  function sweep(): void {
    const now = Date.now();
    for (const task of tasks.values()) {
      const lifetime = policy.lifetime(task.ttl, task.era);
      if (lifetime === null || now < task.createdAt.getTime() + Math.max(0, lifetime)) continue;
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
        id: policy.newId(of.era),
        createdAt: now,
        status: "working",
        lastUpdatedAt: now,
        questions: new Map(),
        issued: new Set(),
        late: [],
        controller: new AbortController(),
        watchers: new Set(),
      };
      tasks.set(task.id, task);
      return task;
    },
    find(id, era) {
      sweep();
      const task = tasks.get(id);
      return task?.era === era ? task : undefined;
    },
    list(era) {
      sweep();
      return [...tasks.values()].filter((task) => task.era === era);
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
