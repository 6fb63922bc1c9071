/**
 * The mcptest pack for the Tasks extension (io.modelcontextprotocol/tasks) and the tasks utility of 2025-11-25.
 * @packageDocumentation
 */
export type { Profile, RoleName } from "./names.js";
export type { InputResponses, Role, TasksOptions } from "./options.js";
export { tasksPack, tasksPack as default } from "./pack.js";
