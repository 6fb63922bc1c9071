import { at, ERROR, isObject, type Json, type JsonObject, member } from "@mcptest/pack";
import type { Call, Outcome } from "../server/call.js";
import type { Hooks } from "../server/hooks.js";
import { ruleFaults, tasks } from "./groups.js";
import { onResult, without } from "./reshape.js";
import { opening } from "./tasks-identity.js";
import { type Fault, faultGroup } from "./types.js";

type Instead = { code: number } | { result: (call: Call) => JsonObject };

function outcomeOf(call: Call, instead: Instead): Outcome {
  const answer: JsonObject =
    "code" in instead
      ? { error: { code: instead.code, message: "The request cannot be served" } }
      : { result: instead.result(call) };
  return { status: 200, message: { jsonrpc: "2.0", id: call.id, ...answer } };
}

/** Hooks that answer a `method` for a task that never existed in another way. */
function unknownTask(method: string, instead: Instead): () => Hooks {
  return () => {
    const made = new Set<unknown>();
    return {
      ...tasks({ created: (task) => made.add(task.id) }),
      around(call, next) {
        return call.method === method && !made.has(call.params.taskId)
          ? Promise.resolve(outcomeOf(call, instead))
          : next();
      },
    };
  };
}

function nobody(call: Call): JsonObject {
  const now = new Date().toISOString();
  return {
    taskId: call.params.taskId as Json,
    status: "cancelled",
    createdAt: now,
    lastUpdatedAt: now,
    ttl: null,
  };
}

/** An unknown task is not refused with `-32602` (H18). */
const unknown = ruleFaults(
  "legacy",
  ["H18", "tasks-legacy-unknown-id", "failed"],
  [
    {
      name: "legacy-unknown-get-internal-error",
      description: "tasks/get of an unknown task is refused with -32603",
      hooks: unknownTask("tasks/get", { code: ERROR.internal }),
    },
    {
      name: "legacy-unknown-get-served",
      description: "tasks/get of an unknown task answers with a cancelled one",
      hooks: unknownTask("tasks/get", { result: nobody }),
    },
    {
      name: "legacy-unknown-result-not-found",
      description: "tasks/result of an unknown task is refused with -32002",
      hooks: unknownTask("tasks/result", { code: ERROR.resourceNotFoundLegacy }),
    },
    {
      name: "legacy-unknown-cancel-served",
      description: "tasks/cancel of an unknown task answers with a cancelled one",
      hooks: unknownTask("tasks/cancel", { result: nobody }),
    },
  ],
);

const CANCEL = "tasks/cancel";

/** Hooks that answer the cancellation of an ended task in another way. */
function endedCancel(instead: (error: JsonObject, call: Call) => JsonObject): () => Hooks {
  return () => {
    const shown = new Map<unknown, JsonObject>();
    return {
      async around(call, next) {
        const outcome = await next();
        const { taskId } = call.params;
        const result = member(outcome.message, "result");
        if (call.method === "tasks/get" && isObject(result)) shown.set(taskId, result);
        const error = member(outcome.message, "error");
        const ended = shown.get(taskId);
        const refused = isObject(error) && String(error.message).startsWith("The task is");
        if (call.method !== CANCEL || !refused || !ended) return outcome;
        return { status: 200, message: { jsonrpc: "2.0", id: call.id, ...instead(error, { ...call, params: ended }) } };
      },
    };
  };
}

/** The cancellation of an ended task is not refused with `-32602` (H20). */
const cancelEnded = ruleFaults(
  "legacy",
  ["H20", "tasks-legacy-cancel-terminal", "failed"],
  [
    {
      name: "legacy-cancel-ended-served",
      description: "tasks/cancel of an ended task answers with the task as it is",
      hooks: endedCancel((_error, { params }) => ({ result: without(params, "_meta") })),
    },
    {
      name: "legacy-cancel-ended-invalid-request",
      description: "tasks/cancel of an ended task is refused with -32600",
      hooks: endedCancel((error) => ({ error: { ...error, code: ERROR.invalidRequest } })),
    },
  ],
);

/** A cancelled task is not cancelled (H21). */
const cancellation = ruleFaults(
  "legacy",
  ["H21", "tasks-legacy-cancel-result", "failed"],
  [
    {
      name: "legacy-cancel-still-working",
      description: "tasks/cancel answers with a working task, which is cancelled",
      hooks: onResult(CANCEL, (task) => ({ ...task, status: "working" })),
    },
    {
      name: "legacy-cancel-without-effect",
      description: "tasks/cancel answers with a cancelled task, which goes on",
      hooks: {
        ...onResult(CANCEL, (task) => ({ ...task, status: "cancelled" })),
        ...tasks({ cancels: (era) => era !== "legacy" }),
      },
    },
    {
      name: "legacy-cancel-empty",
      description: "tasks/cancel answers with an empty result, as the extension does",
      hooks: onResult(CANCEL, () => ({})),
    },
  ],
);

/** `tasks/list` takes a cursor for another, or hides tasks (H19). They show to an authorized client. */
const cursors = faultGroup(
  {
    kind: "fault",
    eras: ["legacy"],
    transports: ["http"],
    owner: { rule: "H19", check: "tasks-legacy-cursor", verdict: "failed" },
  },
  [
    {
      name: "legacy-bad-cursor-ignored",
      description: "tasks/list with an unknown cursor gives the first page",
      hooks: {
        around(call, next) {
          if (call.method === "tasks/list") Object.assign(call, { params: without(call.params, "cursor") });
          return next();
        },
      },
    },
    {
      name: "legacy-bad-cursor-internal-error",
      description: "tasks/list with an unknown cursor is refused with -32603",
      hooks: {
        async around(call, next) {
          const outcome = await next();
          const code = at(outcome.message, "error", "code");
          return call.method === "tasks/list" && code === ERROR.invalidParams
            ? outcomeOf(call, { code: ERROR.internal })
            : outcome;
        },
      },
    },
    {
      name: "legacy-list-without-next-cursor",
      description: "tasks/list has pages of one task, and no nextCursor",
      hooks: { ...tasks({ pageSize: 1 }), ...onResult("tasks/list", (result) => without(result, "nextCursor")) },
    },
    {
      name: "legacy-list-without-ended",
      description: "tasks/list leaves out tasks that have ended and can still be read",
      hooks: onResult("tasks/list", (result) => ({
        ...result,
        tasks: (result.tasks as JsonObject[]).filter(({ status }) => status === "working"),
      })),
    },
  ],
);

/** Somebody else gets the task (H26). */
const binding = faultGroup(
  {
    kind: "fault",
    eras: ["legacy"],
    transports: ["http"],
    owner: { rule: "H26", check: "tasks-legacy-auth-binding", verdict: "failed" },
  },
  [
    {
      name: "legacy-foreign-tasks",
      description: "Tasks belong to nobody in particular",
      hooks: opening("legacy", () => true),
    },
    ...["get", "result", "cancel", "list"].map((verb) => ({
      name: `legacy-foreign-${verb}`,
      description: `tasks/${verb} serves tasks of other principals`,
      hooks: opening("legacy", ({ method }) => method === `tasks/${verb}`),
    })),
  ],
);

/** `tasks/get` is answered as SSE (H29), or an error says nothing (H36). */
const manners = [
  ...faultGroup(
    {
      kind: "fault",
      eras: ["legacy"],
      transports: ["http"],
      owner: { rule: "H29", check: "tasks-legacy-get-not-sse", verdict: "warning" },
    },
    [
      {
        name: "legacy-get-as-sse",
        description: "tasks/get is answered as SSE",
        hooks: {
          around: async (call, next) => {
            const outcome = await next();
            return call.method === "tasks/get" ? { ...outcome, sse: true } : outcome;
          },
        },
      },
    ],
  ),
  ...ruleFaults(
    "legacy",
    ["H36", "tasks-legacy-informative-errors", "warning"],
    [
      {
        name: "legacy-errors-without-words",
        description: "The messages of errors on tasks/get and tasks/cancel are empty",
        hooks: {
          async around(call, next) {
            const outcome = await next();
            const error = member(outcome.message, "error");
            if (!["tasks/get", CANCEL].includes(call.method) || !isObject(error)) return outcome;
            const message = { ...(outcome.message as JsonObject), error: { ...error, message: "" } };
            return { ...outcome, message };
          },
        },
      },
    ],
  ),
];

/** Faults of how requests of the 2025-11-25 wire are served and refused. */
export const legacyRequestFaults: Fault[] = [
  ...unknown,
  ...cancelEnded,
  ...cancellation,
  ...cursors,
  ...binding,
  ...manners,
];
