import { onCreation, onResult, onTask, renamed, without } from "./reshape.js";
import { ANY_TRANSPORT, type Fault, faultGroup } from "./types.js";

const FAILS = { rule: "I12", check: "tasks-ttl-shape", verdict: "failed" } as const;
const WARNS = { ...FAILS, verdict: "warning" } as const;

/** `ttlMs` and `pollIntervalMs` of a task have the wrong name, type or size (I12). */
export const ttlFaults: Fault[] = faultGroup(
  { kind: "fault", eras: ["modern"], transports: ANY_TRANSPORT, owner: FAILS },
  [
    {
      name: "ttl-missing",
      description: "No task object has ttlMs",
      hooks: onTask((task) => without(task, "ttlMs")),
    },
    {
      name: "ttl-missing-at-creation",
      description: "The task handle has no ttlMs; tasks/get has it",
      hooks: onCreation((task) => without(task, "ttlMs")),
    },
    {
      name: "ttl-missing-on-get",
      description: "The answer to tasks/get has no ttlMs; the task handle has it",
      hooks: onResult("tasks/get", (task) => without(task, "ttlMs")),
    },
    {
      name: "ttl-string",
      description: 'ttlMs is the string "300000"',
      hooks: onTask((task) => ({ ...task, ttlMs: "300000" })),
    },
    {
      name: "ttl-fraction",
      description: "ttlMs is 300000.5",
      hooks: onTask((task) => ({ ...task, ttlMs: 300_000.5 })),
    },
    {
      name: "ttl-legacy-name",
      description: "The lifetime is called ttl, as on 2025-11-25",
      hooks: onTask((task) => renamed(task, "ttlMs", "ttl")),
    },
    {
      name: "poll-interval-string",
      description: 'pollIntervalMs is the string "50"',
      hooks: onTask((task) => ({ ...task, pollIntervalMs: "50" })),
    },
    {
      name: "poll-interval-fraction",
      description: "pollIntervalMs is 50.5",
      hooks: onTask((task) => ({ ...task, pollIntervalMs: 50.5 })),
    },
    {
      name: "poll-interval-null",
      description: "pollIntervalMs is null",
      hooks: onTask((task) => ({ ...task, pollIntervalMs: null })),
    },
    {
      name: "ttl-legacy-name-besides",
      description: "ttl and pollInterval stand beside ttlMs and pollIntervalMs",
      owner: WARNS,
      hooks: onTask((task) => ({ ...task, ttl: task.ttlMs ?? null, pollInterval: task.pollIntervalMs ?? null })),
    },
    {
      name: "ttl-zero",
      description: "ttlMs is 0, and the task is kept",
      owner: WARNS,
      hooks: onTask((task) => ({ ...task, ttlMs: 0 })),
    },
    {
      name: "ttl-negative",
      description: "ttlMs is -1, and the task is kept",
      owner: WARNS,
      hooks: onTask((task) => ({ ...task, ttlMs: -1 })),
    },
    {
      name: "ttl-in-seconds",
      description: "ttlMs counts seconds: the task is answered long after it",
      owner: WARNS,
      hooks: ({ jobMs }) => onTask((task) => ({ ...task, ttlMs: Math.ceil(jobMs / 5) })),
    },
    {
      name: "poll-interval-in-seconds",
      description: "pollIntervalMs counts seconds: it is 2",
      owner: WARNS,
      hooks: onTask((task) => ({ ...task, pollIntervalMs: 2 })),
    },
    {
      name: "poll-interval-zero",
      description: "pollIntervalMs is 0",
      owner: WARNS,
      hooks: onTask((task) => ({ ...task, pollIntervalMs: 0 })),
    },
    {
      name: "poll-interval-negative",
      description: "pollIntervalMs is -1",
      owner: WARNS,
      hooks: onTask((task) => ({ ...task, pollIntervalMs: -1 })),
    },
  ],
);
