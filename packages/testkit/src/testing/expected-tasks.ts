import type { ExpectedTable } from "./expected.js";
import { alike } from "./expected.js";
import { ASKING, COMPLETED, ENDED, GETS, TASKS } from "./modern-steps.js";

const WORDS = "yesterday at noon";

/** What each fault of the task object, and of how a task ends, changes on the extension wire. */
export const expectedTasks: ExpectedTable = {
  ...alike([...TASKS, "times"], {
    "created-at-missing": [
      ["create", [0, "result", "createdAt"], undefined],
      ["get", [0, "createdAt"], undefined],
      ["notifications", [1, "params", "createdAt"], undefined],
    ],
    "created-at-number": [["create", [0, "result", "createdAt"], 1_788_000_000_000]],
    "last-updated-at-missing": [
      ["create", [0, "result", "lastUpdatedAt"], undefined],
      ["get", [0, "lastUpdatedAt"], undefined],
    ],
    "created-at-words": [["get", [0, "createdAt"], WORDS]],
    "created-at-epoch-string": [["get", [0, "createdAt"], "1788000000000"]],
    "last-updated-at-rfc-2822": [["get", [0, "lastUpdatedAt"], "Tue, 01 Sep 2026 10:00:00 GMT"]],
    "last-updated-at-empty": [["get", [0, "lastUpdatedAt"], ""]],
  }),
  "last-updated-at-missing-on-get": {
    steps: [...GETS, "times"],
    shows: [["get", [0, "lastUpdatedAt"], undefined]],
  },
  ...alike(TASKS, {
    "status-message-null": [["get", [0, "statusMessage"], null]],
    "status-message-object": [["question", [0, "statusMessage"], { text: "Waiting for input" }]],
    "times-without-zone": [
      ["create", [0, "result", "createdAt"], "TIME"],
      ["get", [0, "lastUpdatedAt"], "TIME"],
    ],
    "request-state-left-over": [["get", [0, "requestState"], "opaque"]],
  }),
  ...alike(["times"], {
    "last-updated-before-created": [["times", [0], { constant: true, ordered: false, forward: true }]],
    "created-at-moves": [["times", [0], { constant: false, ordered: true, forward: true }]],
    "last-updated-goes-back": [["times", [0], { constant: true, ordered: true, forward: false }]],
  }),
  ...alike(["create", "param create", "first get", "second get", "notifications"], {
    "status-running": [["create", [0, "result", "status"], "running"]],
    "status-upper-case": [["first get", [0, "result", "status"], "WORKING"]],
  }),
  "status-canceled": {
    steps: ["get cancelled", "get cancelled again"],
    shows: [["get cancelled", [0, "result", "status"], "canceled"]],
  },
  ...alike(ASKING, {
    "status-input-required-hyphen": [["question", [0, "status"], "input-required"]],
    "get-result-type-input-required": [["question", [0, "resultType"], "input_required"]],
  }),
  ...alike(GETS, {
    "get-result-type-task": [["get", [0, "resultType"], "task"]],
    "get-result-type-missing": [["get", [0, "resultType"], undefined]],
    "related-task-left-over": [["get", [0, "_meta", "io.modelcontextprotocol/related-task"], { taskId: "UUID" }]],
  }),
  "get-result-type-task-until-ended": {
    steps: ["first get", "second get"],
    shows: [["first get", [0, "result", "resultType"], "task"]],
  },
  "get-nested-task": {
    steps: [...GETS, "times"],
    shows: [
      ["get", [0, "taskId"], undefined],
      ["get", [0, "task", "status"], "completed"],
    ],
  },
  "get-other-task-id": {
    steps: [...COMPLETED, "get cancelled", "get cancelled again", "protocol_error"],
    shows: [["get again", [0, "result", "taskId"], "another-task"]],
  },
  ...alike([...ASKING, "many done", "twice done"], {
    "input-requests-missing": [["question", [0, "inputRequests"], undefined]],
    "input-requests-array": [["question", [0, "inputRequests", 0, "method"], "elicitation/create"]],
  }),
  "ended-turns-failed": {
    steps: ["get again", "get a third time"],
    shows: [["get again", [0, "result", "status"], "failed"]],
  },
  "ended-works-again": {
    steps: ["get again", "get cancelled again"],
    shows: [["get again", [0, "result", "status"], "working"]],
  },
  "cancelled-turns-working": {
    steps: ["get cancelled again"],
    shows: [["get cancelled again", [0, "result", "status"], "working"]],
  },
  "first-get-not-found": { steps: ["first get"], shows: [["first get", [0, "error", "code"], -32602]] },
  ...alike(["protocol_error"], {
    "failed-without-error": [["protocol_error", [0, "error"], undefined]],
    "task-error-code-string": [["protocol_error", [0, "error", "code"], "4001"]],
    "task-error-code-fraction": [["protocol_error", [0, "error", "code"], 0.5]],
    "task-error-without-code": [["protocol_error", [0, "error", "code"], undefined]],
    "task-error-without-message": [["protocol_error", [0, "error", "message"], undefined]],
    "failed-without-status-message": [["protocol_error", [0, "statusMessage"], undefined]],
  }),
  ...alike(["tool_error"], {
    "tool-error-failed": [
      ["tool_error", [0, "status"], "failed"],
      ["tool_error", [0, "error", "code"], -32603],
    ],
    "tool-error-flag-lost": [
      ["tool_error", [0, "status"], "completed"],
      ["tool_error", [0, "result", "isError"], undefined],
    ],
  }),
  ...alike(ENDED, {
    "inlined-result-type-task": [["get", [0, "result", "resultType"], "task"]],
    "inlined-result-type-tool": [["get", [0, "result", "resultType"], "tool"]],
    "inlined-result-type-null": [["get", [0, "result", "resultType"], null]],
  }),
  "gone-once-read": {
    steps: ["get again", "get a third time", "get cancelled again"],
    shows: [["get again", [0, "error", "code"], -32602]],
  },
  "id-shared-while-running": { steps: ["ids"], shows: [["ids", [0, "different"], false]] },
  "id-uuid-version-1": { steps: ["ids"], shows: [["ids", [0, "version"], "1"]] },
  ...alike([...TASKS, "ids", "listen"], {
    "id-counter": [["create", [0, "result", "taskId"], "task-of-this-server-1001"]],
    "id-short": [["ids", [0, "length"], 6]],
    "id-milliseconds": [["ids", [0, "length"], 17]],
  }),
};
