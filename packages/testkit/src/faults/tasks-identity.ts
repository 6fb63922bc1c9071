import { randomInt, randomUUID } from "node:crypto";
import { ERROR, type Era } from "@mcptest/pack";
import type { Call } from "../server/call.js";
import type { Hooks } from "../server/hooks.js";
import type { Task } from "../tasks/task.js";
import { ruleFaults, tasks } from "./groups.js";
import { without } from "./reshape.js";
import { type Fault, faultGroup } from "./types.js";

/** Hooks that make ids of one era in another way. */
export function ids(own: Era, make: () => () => string): () => Hooks {
  return () => {
    const next = make();
    return tasks({ newId: (era) => (era === own ? next() : randomUUID()) });
  };
}

/** Ids that count up. */
export function counter(prefix: string): () => string {
  let last = 1000;
  return () => {
    last += 1;
    return `${prefix}${last}`;
  };
}

/** A UUID of the version 1: the time, and what never changes on a machine. */
function timeBased(): () => string {
  let last = 0;
  return () => {
    last += 1;
    const ticks = (BigInt(Date.now()) * 10_000n + 0x01b21dd213814000n + BigInt(last)).toString(16).padStart(16, "0");
    return `${ticks.slice(-8)}-${ticks.slice(-12, -8)}-1${ticks.slice(-15, -12)}-8000-020000000001`;
  };
}

/** Ids that can be guessed (I48). */
const entropy = ruleFaults(
  "modern",
  ["I48", "tasks-id-entropy", "warning"],
  [
    {
      name: "id-counter",
      description: "Task ids are numbers that count up, behind a prefix",
      hooks: ids("modern", () => counter("task-of-this-server-")),
    },
    {
      name: "id-short",
      description: "Task ids have six random digits",
      hooks: ids("modern", () => {
        const used = new Set<string>();
        return () => {
          let id: string;
          do id = String(randomInt(100_000, 1_000_000));
          while (used.has(id));
          used.add(id);
          return id;
        };
      }),
    },
    {
      name: "id-uuid-version-1",
      description: "Task ids are UUIDs of version 1",
      hooks: ids("modern", timeBased),
    },
    {
      name: "id-milliseconds",
      description: "Task ids are the time in milliseconds",
      hooks: ids("modern", () => {
        let last = 0;
        return () => {
          last = Math.max(last + 1, Date.now());
          return `job-${last}`;
        };
      }),
    },
  ],
);

/** Two tasks at a time have the same id (I61). */
const unique = ruleFaults(
  "modern",
  ["I61", "tasks-task-id-unique", "warning"],
  [
    {
      name: "id-shared-while-running",
      description: "A second call of a tool that is still running gives the task of the first",
      hooks: tasks({ joins: (era) => era === "modern" }),
    },
  ],
);

/** Hooks that let everybody see a task where `open` says so. */
export function opening(own: Era, open: (call: Call) => boolean): Hooks {
  const admits = (task: Task, call: Call) => task.owner === call.principal || (call.era === own && open(call));
  return tasks({ admits });
}

/** Somebody else gets the task (I49). */
const binding = faultGroup(
  {
    kind: "fault",
    eras: ["modern"],
    transports: ["http"],
    owner: { rule: "I49", check: "tasks-auth-binding", verdict: "failed" },
  },
  [
    {
      name: "foreign-tasks",
      description: "Tasks belong to nobody in particular",
      hooks: opening("modern", () => true),
    },
    ...["get", "update", "cancel"].map((verb) => ({
      name: `foreign-${verb}`,
      description: `tasks/${verb} serves tasks of other principals`,
      hooks: opening("modern", ({ method }) => method === `tasks/${verb}`),
    })),
    {
      name: "foreign-listen",
      description: "subscriptions/listen serves tasks of other principals",
      hooks: opening("modern", ({ method }) => method === "subscriptions/listen"),
    },
  ],
);

/** Input that is asked for ahead of the task leads nowhere (I51). */
const inputFirst = ruleFaults(
  "modern",
  ["I51", "tasks-mrtr-before-create", "warning"],
  [
    {
      name: "input-before-task-again",
      description: "A call that becomes a task asks for input first, and asks again when it is answered",
      hooks: {
        ...tasks({ askFirst: true }),
        around(call, next) {
          if (call.method === "tools/call") Object.assign(call, { params: without(call.params, "inputResponses") });
          return next();
        },
      },
    },
    {
      name: "input-before-task-refused",
      description: "A call that becomes a task asks for input first, and refuses the call that brings the answer",
      hooks: {
        ...tasks({ askFirst: true }),
        around(call, next) {
          if (call.method !== "tools/call" || call.params.inputResponses === undefined) return next();
          const error = { code: ERROR.invalidParams, message: "Nothing was asked" };
          return Promise.resolve({ status: 200, message: { jsonrpc: "2.0", id: call.id, error } });
        },
      },
    },
  ],
);

/** Faults of who a task belongs to, what it is called, and what comes before it. */
export const identityFaults: Fault[] = [...entropy, ...unique, ...binding, ...inputFirst];
