import type { Json, JsonObject } from "@mcptest/pack";
import { invalidParams } from "../protocol/json-rpc.js";
import type { TaskPolicy } from "../tasks/policy.js";
import { isTerminal, type Task } from "../tasks/task.js";
import { ruleFaults, tasks } from "./groups.js";
import { onResult, without } from "./reshape.js";
import type { Fault } from "./types.js";

type Given = Record<string, JsonObject>;

/** Hooks that change what is taken of the answers in a `tasks/update`. */
function taking(responses: TaskPolicy["responses"]) {
  return tasks({ responses });
}

function taskMembers(call: { params: JsonObject }): JsonObject {
  return { taskId: call.params.taskId as Json, status: "working", createdAt: "2026-09-01T10:00:00Z", ttlMs: null };
}

/** The acknowledgement of `tasks/update` is none (I27). */
const acknowledgements = ruleFaults(
  "modern",
  ["I27", "tasks-update-ack", "failed"],
  [
    {
      name: "update-ack-task",
      description: "tasks/update answers with the task",
      hooks: onResult("tasks/update", (result, call) => ({ ...result, ...taskMembers(call) })),
    },
    {
      name: "update-ack-status",
      description: "tasks/update answers with the status of the task",
      hooks: onResult("tasks/update", (result) => ({ ...result, status: "working" })),
    },
    {
      name: "update-ack-without-result-type",
      description: "The acknowledgement of tasks/update has no resultType",
      hooks: onResult("tasks/update", (result) => without(result, "resultType")),
    },
    {
      name: "update-ack-other-result-type",
      description: 'The acknowledgement of tasks/update has resultType "accepted"',
      hooks: onResult("tasks/update", (result) => ({ ...result, resultType: "accepted" })),
    },
    {
      name: "update-ack-with-more",
      description: "The acknowledgement of tasks/update counts the answers",
      owner: { rule: "I27", check: "tasks-update-ack", verdict: "warning" },
      hooks: onResult("tasks/update", (result) => ({ ...result, accepted: 1 })),
    },
  ],
);

/** Answers to keys that are not outstanding have an effect (I29). */
const unknownKeys = ruleFaults(
  "modern",
  ["I29", "tasks-update-unknown-key-ignored", "warning"],
  [
    {
      name: "unknown-key-refused",
      description: "An answer to a key that was never issued is refused with -32602; the task stays as it is",
      hooks: taking((task, given) => {
        if (isTerminal(task.status)) return given;
        if (Object.keys(given).some((key) => !task.issued.has(key))) throw invalidParams("Unknown input key");
        return given;
      }),
    },
    {
      name: "unknown-key-taken",
      description: "An answer to a key that was never issued ends a task that waits for input",
      hooks: taking((task, given) => {
        if (Object.keys(given).some((key) => !task.issued.has(key))) {
          return { ...cancelled(task), ...given };
        }
        return given;
      }),
    },
    {
      name: "answered-key-refused",
      description: "A second answer to an answered key is refused with -32602",
      hooks: taking((task, given) => {
        const answered = Object.keys(given).some((key) => task.issued.has(key) && !task.questions.has(key));
        if (answered) throw invalidParams("This input key is answered already");
        return given;
      }),
    },
  ],
);

/** An answer of `cancel` to everything that `task` waits for. */
function cancelled(task: Task): Given {
  return Object.fromEntries([...task.questions.keys()].map((key) => [key, { action: "cancel" }]));
}

/** A partial answer is taken for the whole (I30). */
const partial = ruleFaults(
  "modern",
  ["I30", "tasks-update-partial", "warning"],
  [
    {
      name: "partial-answer-completes",
      description: "After a partial answer the task goes on without the rest",
      hooks: taking((task, given) =>
        Object.keys(given).some((key) => task.questions.has(key)) ? { ...cancelled(task), ...given } : given,
      ),
    },
  ],
);

/** Answers have no effect (I31, I60). */
const resumes = [
  ...ruleFaults(
    "modern",
    ["I31", "tasks-update-resumes", "warning"],
    [
      {
        name: "answers-ignored",
        description: "Accepting answers are acknowledged, and the task waits on",
        hooks: taking((_task, given) => only(given, (action) => action !== "accept")),
      },
    ],
  ),
  ...ruleFaults(
    "modern",
    ["I60", "tasks-input-declined", "warning"],
    [
      {
        name: "decline-ignored",
        description: "Declining answers are acknowledged, and the task waits on",
        hooks: taking((_task, given) => only(given, (action) => action !== "decline" && action !== "cancel")),
      },
      {
        name: "decline-refused",
        description: "An answer that declines is refused with -32602",
        hooks: taking((task, given) => {
          const declines = Object.entries(given).some(
            ([key, { action }]) => task.questions.has(key) && (action === "decline" || action === "cancel"),
          );
          if (declines) throw invalidParams("The input must be given");
          return given;
        }),
      },
    ],
  ),
];

function only(given: Given, keep: (action: Json | undefined) => boolean): Given {
  return Object.fromEntries(Object.entries(given).filter(([, { action }]) => keep(action)));
}

/** The acknowledgement of `tasks/cancel` is none (I32). */
const cancellations = ruleFaults(
  "modern",
  ["I32", "tasks-cancel-ack", "failed"],
  [
    {
      name: "cancel-ack-task",
      description: "tasks/cancel answers with the task, as on 2025-11-25",
      hooks: onResult("tasks/cancel", (result, call) => ({ ...result, ...taskMembers(call) })),
    },
    {
      name: "cancel-ack-without-result-type",
      description: "The acknowledgement of tasks/cancel has no resultType",
      hooks: onResult("tasks/cancel", (result) => without(result, "resultType")),
    },
    {
      name: "cancel-ack-other-result-type",
      description: 'The acknowledgement of tasks/cancel has resultType "cancelled"',
      hooks: onResult("tasks/cancel", (result) => ({ ...result, resultType: "cancelled" })),
    },
  ],
);

/** Faults of `tasks/update` and of the acknowledgements. */
export const updateFaults: Fault[] = [...acknowledgements, ...unknownKeys, ...partial, ...resumes, ...cancellations];
