import { alike, type ExpectedTable } from "./expected.js";
import { COMPLETED, RESULTS, TASKS as TASK_STEPS } from "./legacy-steps.js";

const TEXT = { type: "text", text: "Worked for 10 ms." };
const RELATED = { "io.modelcontextprotocol/related-task": { taskId: "UUID" } };

/** What each fault of the 2025-11-25 wire changes. */
export const expectedLegacy: ExpectedTable = {
  ...alike(["create"], {
    "legacy-create-flat": [
      ["create", [0, "result", "task"], undefined],
      ["create", [0, "result", "taskId"], "UUID"],
    ],
    "legacy-create-modern": [
      ["create", [0, "result", "resultType"], "task"],
      ["create", [0, "result", "ttl"], 300_000],
    ],
    "legacy-create-without-task-id": [
      ["create", [0, "result", "task", "taskId"], undefined],
      ["create", [0, "result", "task", "status"], "working"],
    ],
    "legacy-create-empty-task-id": [["create", [0, "result", "task", "taskId"], ""]],
    "legacy-create-numeric-task-id": [["create", [0, "result", "task", "taskId"], 7]],
    "legacy-create-id-only": [["create", [0, "result", "task"], "UUID"]],
  }),
  ...alike(TASK_STEPS, {
    "legacy-ttl-missing": [
      ["create", [0, "result", "task", "ttl"], undefined],
      ["get", [0, "ttl"], undefined],
      ["cancel", [0, "result", "ttl"], undefined],
    ],
    "legacy-ttl-string": [["create", [0, "result", "task", "ttl"], "300000"]],
    "legacy-ttl-modern-name": [
      ["get", [0, "ttl"], undefined],
      ["get", [0, "ttlMs"], 300_000],
    ],
    "legacy-poll-interval-string": [["get", [0, "pollInterval"], "50"]],
    "legacy-poll-interval-modern-name": [
      ["get", [0, "pollInterval"], undefined],
      ["get", [0, "pollIntervalMs"], 50],
    ],
    "legacy-ttl-modern-name-besides": [
      ["get", [0, "ttl"], 300_000],
      ["get", [0, "ttlMs"], 300_000],
    ],
  }),
  ...alike(RESULTS, {
    "legacy-result-empty": [["result", [0, "result"], { _meta: RELATED }]],
    "legacy-result-content-string": [["result", [0, "result", "content"], JSON.stringify([TEXT])]],
    "legacy-result-wrapped": [["result", [0, "result"], { result: { content: [TEXT] }, _meta: RELATED }]],
    "legacy-result-error": [["result", [0, "error", "code"], -32603]],
  }),
};

/** Steps that show how a tool has ended. */
const ENDED = [...COMPLETED, ...RESULTS, "cancel ended", "owned list", "tool_error get", "tool_error result"];

/** What each variant changes on the 2025-11-25 wire. */
export const expectedLegacyVariants: ExpectedTable = {
  ...alike(TASK_STEPS, {
    "no-poll-interval": [["create", [0, "result", "task", "pollInterval"], undefined]],
    "long-poll-interval": [["create", [0, "result", "task", "pollInterval"], 86_400_000]],
    "huge-poll-interval": [["create", [0, "result", "task", "pollInterval"], 4_294_967_296]],
    "null-ttl": [["create", [0, "result", "task", "ttl"], null]],
    "short-ttl": [["create", [0, "result", "task", "ttl"], 2000]],
  }),
  "never-creates": {
    steps: ["create"],
    shows: [["create", [0, "result", "content"], [TEXT]]],
  },
  "failed-with-error": {
    steps: ENDED,
    shows: [["result", [0, "error"], { code: -32603, message: "The job broke off" }]],
  },
  "cancelled-by-server": {
    steps: ENDED,
    shows: [["get", [0, "status"], "cancelled"]],
  },
  "cancel-undeclared": {
    steps: ["initialize", "owner initialize"],
    shows: [["initialize", [0, "result", "capabilities", "tasks", "cancel"], undefined]],
  },
  "immediate-response": {
    steps: ["create"],
    shows: [["create", [0, "result", "_meta", "io.modelcontextprotocol/model-immediate-response"], "It has begun."]],
  },
  "plain-call-refused": { steps: ["plain", "extension plain"], shows: [["plain", [0, "error", "code"], -32600]] },
  "paginated-tasks": {
    steps: ["owned list", "owned list, next page"],
    shows: [["owned list", [0, "result", "nextCursor"], "UUID"]],
  },
  "paginated-tools": { steps: ["list"], shows: [["list", [0, "result", "nextCursor"], "from-3"]] },
  "empty-cursor": { steps: ["list"], shows: [["list", [0, "result", "nextCursor"], ""]] },
};
