/** Steps in which `tasks/get` shows a task of which the tool has ended well. */
export const COMPLETED = ["ask ended", "conflicting get", "get", "get a third time", "get again"];

/** Steps in which `tasks/get` shows a task. */
export const GETS = [
  ...COMPLETED,
  "ask get",
  "get cancelled",
  "get cancelled again",
  "protocol_error get",
  "slow get",
  "tool_error get",
];

/** Steps in which a task is shown. */
export const TASKS = [...GETS, "create", "cancel", "owned list"];

/** Steps in which `tasks/result` gives the result of a completed task. */
export const RESULTS = ["ask result", "conflicting result", "result"];
