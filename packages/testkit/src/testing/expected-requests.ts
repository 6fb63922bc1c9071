import { alike, type ExpectedTable } from "./expected.js";
import { ASKING, CANCELS, UNDECLARED, UPDATES } from "./modern-steps.js";

const TASKS_ID = "io.modelcontextprotocol/tasks";
const REFUSALS = UNDECLARED.filter((step) => !step.endsWith("listen"));

/** What each fault of input requests, acknowledgements and refusals changes on the extension wire. */
export const expectedRequests: ExpectedTable = {
  "input-requests-one-by-one": {
    steps: ["many", "many again", "many a third time", "after stray answer", "after partial", "many done"],
    shows: [["many", [0, "inputRequests", "city"], undefined]],
  },
  "input-requests-shown-once": {
    steps: ["many again", "many a third time", "after stray answer"],
    shows: [
      ["many again", [0, "result", "inputRequests", "city", "method"], "elicitation/create"],
      ["many again", [0, "result", "inputRequests", "colour"], undefined],
    ],
  },
  ...alike(ASKING, {
    "input-request-string": [["question", [0, "inputRequests", "name"], "What is your name?"]],
    "input-request-without-method": [["question", [0, "inputRequests", "name", "method"], undefined]],
    "input-request-unknown-method": [["question", [0, "inputRequests", "name", "method"], "elicit"]],
    "input-request-without-params": [["question", [0, "inputRequests", "name", "params"], undefined]],
    "elicitation-without-message": [["question", [0, "inputRequests", "name", "params", "message"], undefined]],
    "elicitation-without-schema": [["question", [0, "inputRequests", "name", "params", "requestedSchema"], undefined]],
    "elicitation-schema-string": [
      [
        "question",
        [0, "inputRequests", "name", "params", "requestedSchema"],
        '{"type":"object","properties":{"name":{"type":"string","title":"name","minLength":1}},"required":["name"]}',
      ],
    ],
    "input-request-with-envelope": [["question", [0, "inputRequests", "name", "jsonrpc"], "2.0"]],
    "input-key-reused": [
      ["twice", [0, "inputRequests", "input-1", "params", "message"], "What is your name?"],
      ["twice next", [0, "inputRequests", "input-1", "params", "message"], "Where do you live?"],
    ],
    "sampling-undeclared": [["question", [0, "inputRequests", "name", "method"], "sampling/createMessage"]],
  }),
  "input-requests-empty": { steps: ["question", "twice"], shows: [["question", [0, "inputRequests"], {}]] },
  "input-key-comes-back": {
    steps: ["many again"],
    shows: [["many again", [0, "result", "status"], "working"]],
  },
  ...alike(["many again", "many a third time", "after stray answer"], {
    "input-key-changes-its-request": [
      [
        "many again",
        [0, "result", "inputRequests", "name", "params", "requestedSchema", "properties", "more"],
        { type: "string" },
      ],
    ],
    "input-key-changes-its-message": [
      ["many again", [0, "result", "inputRequests", "name", "params", "message"], "Still waiting"],
    ],
  }),
  "elicitation-undeclared": {
    steps: ["ask bare", "ask bare get"],
    shows: [["ask bare get", [0, "inputRequests", "name", "method"], "elicitation/create"]],
  },
  ...alike(UPDATES, {
    "update-ack-task": [["answer", [0, "result", "taskId"], "UUID"]],
    "update-ack-status": [["answer", [0, "result", "status"], "working"]],
    "update-ack-without-result-type": [["answer", [0, "result", "resultType"], undefined]],
    "update-ack-other-result-type": [["answer", [0, "result", "resultType"], "accepted"]],
    "update-ack-with-more": [["answer", [0, "result", "accepted"], 1]],
    "update-ack-result-type-task": [["answer", [0, "result", "resultType"], "task"]],
  }),
  ...alike(CANCELS, {
    "cancel-ack-task": [["cancel running", [0, "result", "taskId"], "UUID"]],
    "cancel-ack-without-result-type": [["cancel running", [0, "result", "resultType"], undefined]],
    "cancel-ack-other-result-type": [["cancel running", [0, "result", "resultType"], "cancelled"]],
    "cancel-ack-result-type-task": [["cancel running", [0, "result", "resultType"], "task"]],
  }),
  "unknown-key-refused": { steps: ["stray answer"], shows: [["stray answer", [0, "error", "code"], -32602]] },
  "unknown-key-taken": {
    steps: ["after stray answer", "after partial", "many done"],
    shows: [["after stray answer", [0, "result", "inputRequests"], undefined]],
  },
  "answered-key-refused": { steps: ["repeated"], shows: [["repeated", [0, "error", "code"], -32602]] },
  "partial-answer-completes": {
    steps: ["after partial", "many done"],
    shows: [["many done", [0, "result", "content", 0, "text"], "Hello Ada of (cancel), who likes (cancel)."]],
  },
  "answers-ignored": {
    steps: ["after partial", "many done", "twice next", "twice done"],
    shows: [["many done", [0, "status"], "input_required"]],
  },
  "decline-ignored": { steps: ["declined"], shows: [["declined", [0, "status"], "input_required"]] },
  "decline-refused": { steps: ["decline", "declined"], shows: [["decline", [0, "error", "code"], -32602]] },
  ...alike(["unknown get"], {
    "unknown-get-internal-error": [["unknown get", [0, "error", "code"], -32603]],
    "unknown-get-not-found": [["unknown get", [0, "error", "code"], -32002]],
    "unknown-get-method-not-found": [["unknown get", [0, "error", "code"], -32601]],
    "unknown-get-cancelled": [["unknown get", [0, "result", "status"], "cancelled"]],
  }),
  "empty-task-id-internal-error": { steps: ["empty get"], shows: [["empty get", [0, "error", "code"], -32603]] },
  "numeric-task-id-internal-error": { steps: ["number get"], shows: [["number get", [0, "error", "code"], -32603]] },
  "missing-task-id-invalid-request": { steps: ["missing get"], shows: [["missing get", [0, "error", "code"], -32600]] },
  ...alike(["unknown update"], {
    "unknown-update-acknowledged": [["unknown update", [0, "result", "resultType"], "complete"]],
    "unknown-update-internal-error": [["unknown update", [0, "error", "code"], -32603]],
  }),
  ...alike(["unknown cancel"], {
    "unknown-cancel-acknowledged": [["unknown cancel", [0, "result", "resultType"], "complete"]],
    "unknown-cancel-internal-error": [["unknown cancel", [0, "error", "code"], -32603]],
  }),
  ...alike(["cancel", "foreign cancel"], {
    "cancel-ended-refused": [["cancel", [0, "error", "code"], -32602]],
    "cancel-ended-internal-error": [["cancel", [0, "error", "code"], -32603]],
  }),
  ...alike(["required"], {
    "required-refused-method-not-found": [["required", [0, "error", "code"], -32601]],
    "required-refused-without-data": [["required", [0, "error", "data"], undefined]],
    "required-refused-other-capability": [["required", [0, "error", "data", "requiredCapabilities"], { tasks: {} }]],
    "required-refused-list": [["required", [0, "error", "data", "requiredCapabilities", "extensions"], [TASKS_ID]]],
    "required-refused-as-tool-error": [["required", [0, "result", "isError"], true]],
    "required-refused-with-200": [["required", [0, "error", "code"], -32021]],
    "draft-code-of-required-tool": [["required", [0, "error", "code"], -32003]],
  }),
  ...alike(UNDECLARED, {
    "undeclared-refused-without-data": [["undeclared get", [0, "error", "data"], undefined]],
    "undeclared-refused-empty-data": [["undeclared listen", [0, "error", "data", "requiredCapabilities"], {}]],
    "undeclared-refused-bare-id": [
      ["undeclared get", [0, "error", "data", "requiredCapabilities"], { [TASKS_ID]: {} }],
    ],
    "undeclared-refused-with-200": [["undeclared get", [0, "error", "code"], -32021]],
  }),
  "undeclared-update-refused-without-data": {
    steps: ["undeclared update", "form update"],
    shows: [["undeclared update", [0, "error", "data"], undefined]],
  },
  "unknown-task-without-words": {
    steps: [
      "mismatched get",
      "empty get",
      "number get",
      "missing get",
      "unknown get",
      "unknown update",
      "unknown cancel",
    ].concat(["get", "update", "cancel"].map((method) => `foreign ${method}`)),
    shows: [["unknown get", [0, "error", "message"], ""]],
  },
  "undeclared-without-words": { steps: REFUSALS, shows: [["undeclared get", [0, "error", "message"], ""]] },
};
