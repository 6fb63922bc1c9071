import { META } from "@mcptest/pack";
import { alike, type ExpectedTable } from "./expected.js";
import { GETS, RESULTS, TASKS } from "./legacy-steps.js";

const CAPABILITY = [0, "result", "capabilities", "tasks"];
const OPENINGS = ["initialize", "owner initialize"];
const PLAIN = ["initialize", "required", "forbidden", "create"];
const OTHER = { taskId: "another-task" };

/** What each fault of the rules beyond the first eight checks changes on the 2025-11-25 wire. */
export const expectedLegacyFull: ExpectedTable = {
  "legacy-undeclared-methods": {
    steps: PLAIN,
    shows: [["initialize", CAPABILITY, undefined]],
  },
  "legacy-capability-tools-array": {
    steps: PLAIN,
    shows: [["initialize", [...CAPABILITY, "requests", "tools"], ["call"]]],
  },
  "legacy-unadvertised-param-refused": {
    steps: PLAIN,
    shows: [
      ["initialize", [...CAPABILITY, "requests"], undefined],
      ["create", [0, "error", "code"], -32602],
    ],
  },
  ...alike(OPENINGS, {
    "legacy-capability-cancel-string": [["initialize", [...CAPABILITY, "cancel"], "yes"]],
    "legacy-capability-list-array": [["initialize", [...CAPABILITY, "list"], []]],
    "legacy-capability-cancel-true": [["initialize", [...CAPABILITY, "cancel"], true]],
    "legacy-capability-call-true": [["initialize", [...CAPABILITY, "requests", "tools", "call"], true]],
    "legacy-unadvertised-param-creates": [["initialize", [...CAPABILITY, "requests"], undefined]],
  }),
  ...alike(["required"], {
    "legacy-required-served": [["required", [0, "result", "content", 0, "text"], "Done at once."]],
    "legacy-required-invalid-params": [["required", [0, "error", "code"], -32602]],
    "legacy-required-invalid-request": [["required", [0, "error", "code"], -32600]],
  }),
  ...alike(["forbidden"], {
    "legacy-forbidden-served": [["forbidden", [0, "result", "content", 0, "text"], "Done at once."]],
    "legacy-forbidden-invalid-params": [["forbidden", [0, "error", "code"], -32602]],
  }),
  ...alike(["list"], {
    "legacy-task-support-unknown": [["list", [0, "result", "tools", 0, "execution"], { taskSupport: "never" }]],
    "legacy-task-support-false": [["list", [0, "result", "tools", 0, "execution"], { taskSupport: false }]],
  }),
  ...alike(["extension plain"], {
    "legacy-extension-creates": [["extension plain", [0, "result", "task", "taskId"], "UUID"]],
    "legacy-extension-creates-flat": [
      ["extension plain", [0, "result", "resultType"], "task"],
      ["extension plain", [0, "result", "ttlMs"], 300_000],
    ],
  }),
  ...alike(["create"], {
    "legacy-create-pending": [["create", [0, "result", "task", "status"], "pending"]],
    "legacy-create-completed-at-once": [["create", [0, "result", "task", "status"], "completed"]],
  }),
  "legacy-create-completed": {
    steps: ["create", "times"],
    shows: [["create", [0, "result", "task", "status"], "completed"]],
  },
  "legacy-id-shared-while-running": { steps: ["ids"], shows: [["ids", [0, "different"], false]] },
  "legacy-id-counter": {
    steps: [...TASKS, ...RESULTS, "question", "tool_error result", "ids"],
    shows: [["create", [0, "result", "task", "taskId"], "task-of-this-server-1001"]],
  },
  "legacy-list-for-everybody": {
    steps: ["initialize", "task list"],
    shows: [["initialize", [...CAPABILITY, "list"], {}]],
  },
  "legacy-completed-turns-failed": {
    steps: ["get again", "get a third time", "conflicting get"],
    shows: [["get again", [0, "result", "status"], "failed"]],
  },
  "legacy-completed-works-again": {
    steps: ["get again"],
    shows: [["get again", [0, "result", "status"], "working"]],
  },
  ...alike([...TASKS, "times"], {
    "legacy-created-at-missing": [["get", [0, "createdAt"], undefined]],
    "legacy-last-updated-at-missing": [["create", [0, "result", "task", "lastUpdatedAt"], undefined]],
    "legacy-created-at-number": [["get", [0, "createdAt"], 1_788_000_000_000]],
    "legacy-created-at-words": [["get", [0, "createdAt"], "yesterday at noon"]],
  }),
  "legacy-last-updated-at-missing-on-get": {
    steps: [...GETS, "times"],
    shows: [["get", [0, "lastUpdatedAt"], undefined]],
  },
  ...alike(GETS, {
    "legacy-get-without-task-id": [["get", [0, "taskId"], undefined]],
    "legacy-get-numeric-task-id": [["get", [0, "taskId"], 7]],
    "legacy-related-task-on-get": [["get", [0, "_meta"], { [META.relatedTask]: { taskId: "UUID" } }]],
  }),
  "legacy-get-status-running": { steps: ["slow get"], shows: [["slow get", [0, "result", "status"], "running"]] },
  "legacy-cancel-status-canceled": {
    steps: ["get cancelled", "get cancelled again"],
    shows: [["get cancelled", [0, "result", "status"], "canceled"]],
  },
  ...alike(["owned list", "foreign list"], {
    "legacy-list-object": [["foreign list", [0, "result", "tasks"], {}]],
    "legacy-related-task-on-list": [["owned list", [0, "result", "_meta", META.relatedTask], { taskId: "none" }]],
    "legacy-foreign-list": [["foreign list", [0, "result", "tasks", 0, "taskId"], "UUID"]],
  }),
  "legacy-related-task-on-cancel": {
    steps: ["cancel"],
    shows: [["cancel", [0, "result", "_meta", META.relatedTask], { taskId: "UUID" }]],
  },
  "legacy-result-other-text": {
    steps: RESULTS,
    shows: [["result", [0, "result", "content", 0, "text"], "See the logs."]],
  },
  "legacy-result-of-tool-error-empty": {
    steps: ["tool_error result"],
    shows: [["tool_error result", [0, "result", "content"], undefined]],
  },
  "legacy-result-of-protocol-error-served": {
    steps: ["protocol_error result"],
    shows: [["protocol_error result", [0, "result", "error", "code"], 4001]],
  },
  ...alike(["early result"], {
    "legacy-result-not-ready": [["early result", [0, "error", "message"], "The task is not ready"]],
    "legacy-result-empty-while-working": [["early result", [0, "result", "content"], []]],
  }),
  ...alike([...RESULTS, "tool_error result"], {
    "legacy-result-unrelated": [["result", [0, "result", "_meta"], undefined]],
    "legacy-result-related-to-another": [["result", [0, "result", "_meta", META.relatedTask], OTHER]],
    "legacy-result-related-string": [["result", [0, "result", "_meta", META.relatedTask], "UUID"]],
  }),
  ...alike(["question"], {
    "legacy-question-unrelated": [["question", [0, "params", "_meta"], undefined]],
    "legacy-question-related-to-another": [["question", [0, "params", "_meta", META.relatedTask], OTHER]],
    "legacy-question-as-task": [["question", [0, "params", "task"], { ttl: 60_000 }]],
  }),
  ...alike(["conflicting get", "conflicting result"], {
    "legacy-related-task-wins": [["conflicting get", [0, "error", "code"], -32602]],
    "legacy-related-task-refused": [["conflicting get", [0, "error", "code"], -32600]],
  }),
  "legacy-tool-error-completed": {
    steps: ["tool_error get"],
    shows: [["tool_error get", [0, "status"], "completed"]],
  },
  "legacy-failed-without-status-message": {
    steps: ["tool_error get", "protocol_error get"],
    shows: [["tool_error get", [0, "statusMessage"], undefined]],
  },
  "legacy-question-while-working": { steps: ["ask get"], shows: [["ask get", [0, "status"], "working"]] },
  ...alike(["unknown get"], {
    "legacy-unknown-get-internal-error": [["unknown get", [0, "error", "code"], -32603]],
    "legacy-unknown-get-served": [["unknown get", [0, "result", "status"], "cancelled"]],
  }),
  "legacy-unknown-result-not-found": {
    steps: ["unknown result"],
    shows: [["unknown result", [0, "error", "code"], -32002]],
  },
  "legacy-unknown-cancel-served": {
    steps: ["unknown cancel"],
    shows: [["unknown cancel", [0, "result", "status"], "cancelled"]],
  },
  ...alike(["cancel ended"], {
    "legacy-cancel-ended-served": [["cancel ended", [0, "result", "status"], "completed"]],
    "legacy-cancel-ended-invalid-request": [["cancel ended", [0, "error", "code"], -32600]],
  }),
  ...alike(["cancel"], {
    "legacy-cancel-still-working": [["cancel", [0, "result", "status"], "working"]],
    "legacy-cancel-empty": [["cancel", [0, "result"], {}]],
  }),
  "legacy-cancel-without-effect": {
    steps: ["cancel", "early result", "get cancelled", "get cancelled again"],
    shows: [
      ["cancel", [0, "result", "status"], "cancelled"],
      ["get cancelled again", [0, "result", "status"], "completed"],
    ],
  },
  ...alike(["bad cursor"], {
    "legacy-bad-cursor-ignored": [["bad cursor", [0, "result", "tasks", 0, "taskId"], "UUID"]],
    "legacy-bad-cursor-internal-error": [["bad cursor", [0, "error", "code"], -32603]],
  }),
  ...alike(["owned list"], {
    "legacy-list-without-next-cursor": [["owned list", [0, "result", "tasks", 1], undefined]],
    "legacy-list-without-ended": [["owned list", [0, "result", "tasks", 0, "status"], "working"]],
  }),
  "legacy-foreign-tasks": {
    steps: ["owned list", "foreign list", "foreign get", "foreign result", "foreign cancel"],
    shows: [["foreign get", [0, "result", "status"], "completed"]],
  },
  "legacy-foreign-get": { steps: ["foreign get"], shows: [["foreign get", [0, "result", "status"], "completed"]] },
  "legacy-foreign-result": {
    steps: ["foreign result"],
    shows: [["foreign result", [0, "result", "content", 0, "type"], "text"]],
  },
  "legacy-foreign-cancel": {
    steps: ["foreign cancel"],
    shows: [["foreign cancel", [0, "error", "message"], "The task is completed already"]],
  },
  "legacy-errors-without-words": {
    steps: ["unknown get", "unknown cancel", "cancel ended", "foreign get", "foreign cancel"],
    shows: [["unknown get", [0, "error", "message"], ""]],
  },
};
