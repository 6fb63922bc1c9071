/** Requests of MCP in any revision, as the SDK dispatches them, without those of the tasks utility of 2025-11-25. */
export const CORE_METHODS = [
  "completion/complete",
  "elicitation/create",
  "initialize",
  "logging/setLevel",
  "ping",
  "prompts/get",
  "prompts/list",
  "resources/list",
  "resources/read",
  "resources/subscribe",
  "resources/templates/list",
  "resources/unsubscribe",
  "roots/list",
  "sampling/createMessage",
  "server/discover",
  "subscriptions/listen",
  "tools/call",
  "tools/list",
] as const;

/** Requests of the tasks utility of 2025-11-25, which the Tasks extension uses anew. */
export const CORE_TASK_METHODS = ["tasks/cancel", "tasks/get", "tasks/list", "tasks/result"] as const;

/** Notifications of MCP in any revision. */
export const CORE_NOTIFICATIONS = [
  "notifications/cancelled",
  "notifications/elicitation/complete",
  "notifications/initialized",
  "notifications/message",
  "notifications/progress",
  "notifications/prompts/list_changed",
  "notifications/resources/list_changed",
  "notifications/resources/updated",
  "notifications/roots/list_changed",
  "notifications/subscriptions/acknowledged",
  "notifications/tasks/status",
  "notifications/tools/list_changed",
] as const;
