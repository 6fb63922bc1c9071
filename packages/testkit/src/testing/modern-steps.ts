/** Steps in which a task handle comes back. */
export const HANDLES = ["create", "param create"];

/** Steps in which `tasks/get` shows a task that waits for input. */
export const ASKING = [
  "after partial",
  "after stray answer",
  "many",
  "many a third time",
  "many again",
  "question",
  "twice",
  "twice next",
];

/** Steps in which `tasks/get` shows a completed task. */
export const COMPLETED = ["declined", "get", "get a third time", "get again", "many done", "tool_error", "twice done"];

/** Steps in which `tasks/get` shows a long task. */
export const LONG = ["first get", "second get", "get cancelled", "get cancelled again"];

/** Steps in which `tasks/get` shows a task. */
export const GETS = [...ASKING, ...COMPLETED, ...LONG, "protocol_error"];

/** Steps in which a task is shown. */
export const TASKS = [...HANDLES, ...GETS, "notifications"];

/** Steps in which a completed task is shown. */
export const ENDED = [...COMPLETED, "notifications"];

/** Acknowledgements of `tasks/update`. */
export const UPDATES = ["all", "answer", "decline", "partial", "repeated", "stray answer", "update"];

/** Acknowledgements of `tasks/cancel`. */
export const CANCELS = ["cancel", "cancel running"];

const METHODS = ["get", "update", "cancel", "listen"];

/** Refusals of requests that declare nothing, or capabilities.tasks instead. */
export const UNDECLARED = ["undeclared", "form"].flatMap((who) => METHODS.map((method) => `${who} ${method}`));

/** Undeclared calls of a tool that can become a task. */
export const PLAIN_CALLS = ["form create", "param plain", "plain", "required"];
