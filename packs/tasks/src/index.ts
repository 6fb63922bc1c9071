/**
 * The mcptest pack for the Tasks extension (io.modelcontextprotocol/tasks) and the tasks utility of 2025-11-25.
 * @packageDocumentation
 */
export type { InputResponses, Profile, Role, RoleName, TasksOptions } from "./options.js";
export { tasksPack, tasksPack as default } from "./pack.js";
