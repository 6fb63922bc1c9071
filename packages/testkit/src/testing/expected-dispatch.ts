import { alike, type ExpectedTable } from "./expected.js";
import { GETS, HANDLES } from "./modern-steps.js";

/** Steps of which only the response is kept. */
const RESPONSE_ONLY = [
  "after partial",
  "declined",
  "get",
  "many",
  "many done",
  "protocol_error",
  "question",
  "tool_error",
  "twice",
  "twice done",
  "twice next",
];

/** What each fault of methods, parameters, subscriptions and principals changes on the extension wire. */
export const expectedDispatch: ExpectedTable = {
  ...alike(["discover", "prompt", "resource"], {
    "prompt-creates-task": [["prompt", [0, "result", "resultType"], "task"]],
    "resource-creates-task": [["resource", [0, "result", "taskId"], "UUID"]],
  }),
  ...alike(["declared list"], {
    "list-result-type-task": [["declared list", [0, "result", "resultType"], "task"]],
    "list-creates-task": [["declared list", [0, "result", "taskId"], "UUID"]],
  }),
  ...alike(["removed result"], {
    "removed-result-served": [["removed result", [0, "result", "content", 0, "type"], "text"]],
    "removed-result-invalid-params": [["removed result", [0, "error", "code"], -32602]],
    "removed-result-with-200": [["removed result", [0, "error", "code"], -32601]],
  }),
  ...alike(["removed list"], {
    "removed-list-served": [["removed list", [0, "result", "tasks"], []]],
    "removed-list-internal-error": [["removed list", [0, "error", "code"], -32603]],
    "removed-list-with-200": [["removed list", [0, "error", "code"], -32601]],
  }),
  "task-param-opts-in": { steps: ["param plain"], shows: [["param plain", [0, "result", "resultType"], "task"]] },
  "task-param-opts-in-nested": {
    steps: ["param plain"],
    shows: [["param plain", [0, "result", "task", "taskId"], "UUID"]],
  },
  "task-param-refused": {
    steps: ["param plain", "param create"],
    shows: [["param plain", [0, "error", "code"], -32602]],
  },
  "task-param-opts-out": { steps: ["param create"], shows: [["param create", [0, "result", "taskId"], undefined]] },
  "legacy-form-creates": { steps: ["form create"], shows: [["form create", [0, "result", "resultType"], "task"]] },
  "legacy-form-admits": {
    steps: ["form get", "form update", "form cancel", "form listen"],
    shows: [["form get", [0, "result", "status"], "completed"]],
  },
  "legacy-form-admits-get": { steps: ["form get"], shows: [["form get", [0, "result", "status"], "completed"]] },
  ...alike(HANDLES, {
    "custom-task-notification": [["create", [0, "method"], "notifications/tasks/created"]],
    "status-notification-left-over": [["create", [0, "method"], "notifications/tasks/status"]],
  }),
  "task-support-left-over": {
    steps: ["list", "declared list"],
    shows: [["list", [0, "result", "tools", 0, "execution"], { taskSupport: "optional" }]],
  },
  "unadvertised-tasks": {
    steps: ["discover"],
    shows: [["discover", [0, "result", "capabilities"], { tools: {} }]],
  },
  "unadvertised-methods": {
    steps: ["discover", "create", "required"],
    shows: [["create", [0, "result", "taskId"], undefined]],
  },
  "notify-unsubscribed": {
    steps: ["notifications", "end"],
    shows: [["notifications", [0, "params", "status"], "cancelled"]],
  },
  "notify-before-acknowledgement": {
    steps: ["listen", "notifications", "end"],
    shows: [["listen", [0, "method"], "notifications/tasks"]],
  },
  "notify-on-get": {
    steps: GETS.filter((step) => !RESPONSE_ONLY.includes(step)),
    shows: [["get again", [0, "method"], "notifications/tasks"]],
  },
  ...alike(["notifications"], {
    "notify-without-payload": [["notifications", [1, "params", "result"], undefined]],
    "notify-nested-task": [["notifications", [1, "params", "task", "status"], "completed"]],
    "notify-id-and-status": [["notifications", [1, "params", "ttlMs"], undefined]],
    "notify-without-subscription-id": [["notifications", [1, "params", "_meta"], {}]],
    "notify-subscription-id-string": [
      ["notifications", [1, "params", "_meta", "io.modelcontextprotocol/subscriptionId"], "ID (string)"],
    ],
    "notify-other-result": [["notifications", [1, "params", "result", "content", 0, "text"], "See tasks/get."]],
    "notify-other-created-at": [["notifications", [1, "params", "createdAt"], "2026-09-01T10:00:00Z"]],
  }),
  ...alike(["listen", "foreign listen"], {
    "ack-another-task": [["listen", [0, "params", "notifications", "taskIds"], ["UUID", "UUID"]]],
    "ack-every-task": [["listen", [0, "params", "notifications", "taskIds"], ["*"]]],
  }),
  ...alike(["notifications", "end"], {
    "progress-on-listen": [["notifications", [0, "method"], "notifications/progress"]],
    "log-on-listen": [["notifications", [0, "method"], "notifications/message"]],
    "custom-task-notification-on-listen": [["notifications", [0, "method"], "notifications/tasks/output"]],
  }),
  "listen-end-result-type-task": {
    steps: ["listen", "foreign listen", "notifications"],
    shows: [["notifications", [0, "result", "resultType"], "task"]],
  },
  "foreign-tasks": {
    steps: ["foreign get", "foreign update", "foreign cancel", "foreign listen"],
    shows: [["foreign get", [0, "result", "status"], "completed"]],
  },
  "foreign-get": { steps: ["foreign get"], shows: [["foreign get", [0, "result", "taskId"], "UUID"]] },
  "foreign-update": { steps: ["foreign update"], shows: [["foreign update", [0, "result", "resultType"], "complete"]] },
  "foreign-cancel": { steps: ["foreign cancel"], shows: [["foreign cancel", [0, "result", "resultType"], "complete"]] },
  "foreign-listen": {
    steps: ["foreign listen"],
    shows: [["foreign listen", [0, "params", "notifications", "taskIds"], ["UUID"]]],
  },
};
