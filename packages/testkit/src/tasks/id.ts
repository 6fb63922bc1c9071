/** Id of the Tasks extension. */
export const TASKS_ID = "io.modelcontextprotocol/tasks";
