import { alike, type ExpectedTable } from "./expected.js";
import { ASKING, ENDED, GETS, HANDLES, LONG, PLAIN_CALLS, TASKS as TASK_STEPS, UNDECLARED } from "./modern-steps.js";

const UNSERVED = ["discover", "create", "required"];
const TASKS = "io.modelcontextprotocol/tasks";
const TEXT = { type: "text", text: "Worked for 10 ms." };
const SETTINGS = [0, "result", "capabilities", "extensions", TASKS];

/** What each fault of the extension wire changes. */
export const expectedModern: ExpectedTable = {
  ...alike(UNSERVED, {
    "not-advertised": [
      ["discover", [0, "result", "capabilities"], { tools: {} }],
      ["create", [0, "result", "content"], [TEXT]],
      ["required", [0, "result", "content"], [TEXT]],
    ],
    "settings-true": [["discover", SETTINGS, true]],
    "settings-string": [["discover", SETTINGS, "1.0"]],
    "settings-null": [["discover", SETTINGS, null]],
    "settings-array": [["discover", SETTINGS, []]],
    "only-legacy-capability": [
      [
        "discover",
        [0, "result", "capabilities"],
        { tools: {}, tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } } },
      ],
    ],
  }),
  ...alike(["discover"], {
    "legacy-capability-besides": [
      ["discover", SETTINGS, {}],
      ["discover", [0, "result", "capabilities", "tasks", "cancel"], {}],
    ],
    "legacy-capability-empty-besides": [["discover", [0, "result", "capabilities", "tasks"], {}]],
    "settings-with-flags": [["discover", SETTINGS, { list: true, cancel: true }]],
    "dotted-id": [["discover", [0, "result", "capabilities", "extensions"], { "io.modelcontextprotocol.tasks": {} }]],
    "settings-with-version": [["discover", SETTINGS, { version: "1.0" }]],
  }),
  ...alike(HANDLES, {
    "create-without-result-type": [
      ["create", [0, "result", "resultType"], undefined],
      ["create", [0, "result", "taskId"], "UUID"],
    ],
    "create-result-type-complete": [["create", [0, "result", "resultType"], "complete"]],
    "create-result-type-miscased": [["create", [0, "result", "resultType"], "Task"]],
    "create-result-type-not-a-string": [["create", [0, "result", "resultType"], ["task"]]],
  }),
  ...alike(["create"], {
    "create-nested-task": [
      ["create", [0, "result", "resultType"], "task"],
      ["create", [0, "result", "taskId"], undefined],
      ["create", [0, "result", "task", "taskId"], "UUID"],
    ],
    "create-nested-task-complete": [
      ["create", [0, "result", "resultType"], "complete"],
      ["create", [0, "result", "task", "ttlMs"], 300_000],
    ],
    "create-without-task-id": [["create", [0, "result", "taskId"], undefined]],
    "create-empty-task-id": [["create", [0, "result", "taskId"], ""]],
    "create-numeric-task-id": [["create", [0, "result", "taskId"], 7]],
    "create-hidden-in-meta": [
      ["create", [0, "result", "content"], []],
      ["create", [0, "result", "_meta", "com.example/task"], { taskId: "UUID", status: "working" }],
    ],
  }),
  ...alike(HANDLES, {
    "create-extra-task-member": [
      ["create", [0, "result", "taskId"], "UUID"],
      ["create", [0, "result", "task", "taskId"], "UUID"],
    ],
    "create-with-content": [["create", [0, "result", "content"], []]],
  }),
  ...alike(PLAIN_CALLS, {
    "undeclared-creates-task": [
      ["plain", [0, "result", "resultType"], "task"],
      ["required", [0, "result", "taskId"], "UUID"],
    ],
    "undeclared-creates-after-declared": [["plain", [0, "result", "resultType"], "task"]],
    "undeclared-creates-nested-task": [
      ["plain", [0, "result", "resultType"], "complete"],
      ["plain", [0, "result", "task", "taskId"], "UUID"],
    ],
    "undeclared-creates-complete-task": [
      ["plain", [0, "result", "resultType"], "complete"],
      ["plain", [0, "result", "taskId"], "UUID"],
    ],
    "undeclared-creates-bare-task": [
      ["plain", [0, "result", "resultType"], undefined],
      ["plain", [0, "result", "taskId"], "UUID"],
    ],
  }),
  ...alike(TASK_STEPS, {
    "ttl-missing": [
      ["create", [0, "result", "ttlMs"], undefined],
      ["get", [0, "ttlMs"], undefined],
      ["notifications", [1, "params", "ttlMs"], undefined],
    ],
    "ttl-string": [["create", [0, "result", "ttlMs"], "300000"]],
    "ttl-fraction": [["get", [0, "ttlMs"], 300_000.5]],
    "ttl-legacy-name": [
      ["create", [0, "result", "ttlMs"], undefined],
      ["create", [0, "result", "ttl"], 300_000],
    ],
    "poll-interval-string": [["create", [0, "result", "pollIntervalMs"], "50"]],
    "poll-interval-fraction": [["create", [0, "result", "pollIntervalMs"], 50.5]],
    "poll-interval-null": [["get", [0, "pollIntervalMs"], null]],
    "ttl-legacy-name-besides": [
      ["create", [0, "result", "ttlMs"], 300_000],
      ["create", [0, "result", "ttl"], 300_000],
      ["create", [0, "result", "pollInterval"], 50],
    ],
    "ttl-zero": [["create", [0, "result", "ttlMs"], 0]],
    "ttl-negative": [["create", [0, "result", "ttlMs"], -1]],
    "ttl-in-seconds": [["get", [0, "ttlMs"], 2]],
    "poll-interval-in-seconds": [["create", [0, "result", "pollIntervalMs"], 2]],
    "poll-interval-zero": [["create", [0, "result", "pollIntervalMs"], 0]],
    "poll-interval-negative": [["create", [0, "result", "pollIntervalMs"], -1]],
  }),
  "ttl-missing-at-creation": {
    steps: HANDLES,
    shows: [["create", [0, "result", "ttlMs"], undefined]],
  },
  "ttl-missing-on-get": { steps: GETS, shows: [["get", [0, "ttlMs"], undefined]] },
  ...alike(ENDED, {
    "result-missing": [
      ["get", [0, "result"], undefined],
      ["notifications", [1, "params", "result"], undefined],
    ],
    "result-empty": [["get", [0, "result"], {}]],
    "result-string": [["get", [0, "result"], JSON.stringify({ resultType: "complete", content: [TEXT] })]],
    "result-array": [["get", [0, "result"], [TEXT]]],
    "result-content-string": [["get", [0, "result", "content"], TEXT.text]],
    "result-content-untyped": [["get", [0, "result", "content"], [{ text: TEXT.text }]]],
    "result-wrapped": [["get", [0, "result"], { result: { resultType: "complete", content: [TEXT] } }]],
  }),
  "undeclared-methods-served": {
    steps: UNDECLARED,
    shows: [
      ["undeclared get", [0, "result", "taskId"], "UUID"],
      ["undeclared listen", [0, "params", "notifications"], { taskIds: ["UUID"] }],
    ],
  },
  "undeclared-get-served": {
    steps: ["undeclared get", "form get"],
    shows: [["undeclared get", [0, "result", "status"], "completed"]],
  },
  "undeclared-update-served": {
    steps: ["undeclared update", "form update"],
    shows: [["undeclared update", [0, "result", "resultType"], "complete"]],
  },
  "undeclared-cancel-served": {
    steps: ["undeclared cancel", "form cancel"],
    shows: [["undeclared cancel", [0, "result", "resultType"], "complete"]],
  },
  "undeclared-listen-acknowledged": {
    steps: ["undeclared listen", "form listen"],
    shows: [["undeclared listen", [0, "method"], "notifications/subscriptions/acknowledged"]],
  },
  "undeclared-methods-remembered": {
    steps: UNDECLARED,
    shows: [["undeclared get", [0, "result", "taskId"], "UUID"]],
  },
  "undeclared-methods-not-found": {
    steps: UNDECLARED,
    shows: [["undeclared get", [0, "error", "code"], -32601]],
  },
  "undeclared-methods-invalid-params": {
    steps: UNDECLARED,
    shows: [["undeclared cancel", [0, "error", "code"], -32602]],
  },
  "undeclared-methods-internal-error": {
    steps: UNDECLARED,
    shows: [["undeclared update", [0, "error", "code"], -32603]],
  },
  "listen-unimplemented": {
    steps: ["undeclared listen", "form listen", "foreign listen", "listen"],
    shows: [["listen", [0, "error", "code"], -32601]],
  },
  "draft-capability-code": {
    steps: ["required", "ask bare", ...UNDECLARED],
    shows: [
      ["required", [0, "error", "code"], -32003],
      ["undeclared get", [0, "error", "data", "requiredCapabilities", "extensions", TASKS], {}],
    ],
  },
};

/** What each variant changes on the extension wire. */
export const expectedModernVariants: ExpectedTable = {
  ...alike(TASK_STEPS, {
    "no-poll-interval": [["create", [0, "result", "pollIntervalMs"], undefined]],
    "long-poll-interval": [["create", [0, "result", "pollIntervalMs"], 86_400_000]],
    "huge-poll-interval": [["create", [0, "result", "pollIntervalMs"], 4_294_967_296]],
    "null-ttl": [["create", [0, "result", "ttlMs"], null]],
    "short-ttl": [["create", [0, "result", "ttlMs"], 2000]],
  }),
  "never-creates": {
    steps: ["create", "required"],
    shows: [["create", [0, "result", "content"], [TEXT]]],
  },
  "failed-with-error": {
    steps: ENDED,
    shows: [["get", [0, "error"], { code: -32603, message: "The job broke off" }]],
  },
  "cancelled-by-server": { steps: ENDED, shows: [["get", [0, "status"], "cancelled"]] },
  "paginated-tools": { steps: ["list", "declared list"], shows: [["list", [0, "result", "nextCursor"], "from-3"]] },
  "empty-cursor": { steps: ["list", "declared list"], shows: [["list", [0, "result", "nextCursor"], ""]] },
  "complete-at-creation": { steps: [...HANDLES, ...LONG], shows: [["create", [0, "result", "status"], "completed"]] },
  "cancel-without-effect": {
    steps: ["get cancelled", "get cancelled again"],
    shows: [["get cancelled", [0, "result", "status"], "working"]],
  },
  "input-before-task": {
    steps: ["create"],
    shows: [["create", [0, "result", "inputRequests", "confirm", "method"], "elicitation/create"]],
  },
  "random-input-keys": {
    steps: ASKING,
    shows: [["question", [0, "inputRequests", "UUID", "method"], "elicitation/create"]],
  },
  "no-inlined-result-type": {
    steps: ENDED,
    shows: [["get", [0, "result"], { content: [TEXT] }]],
  },
  "basic-timestamps": {
    steps: [...TASK_STEPS, "times"],
    shows: [["times", [0, "ordered"], false]],
  },
  "offset-timestamps": { steps: TASK_STEPS, shows: [["get", [0, "createdAt"], "TIME456+00:00"]] },
  "partial-answer-refused": {
    steps: ["partial", "after partial", "repeated", "all", "many done"],
    shows: [["partial", [0, "error", "code"], -32602]],
  },
  "prompt-and-resource": {
    steps: ["discover", "prompt", "resource"],
    shows: [["resource", [0, "result", "contents", 0, "uri"], "testkit:///about"]],
  },
  "handle-with-private-meta": {
    steps: HANDLES,
    shows: [["create", [0, "result", "_meta", "com.example/queue"], "default"]],
  },
};
