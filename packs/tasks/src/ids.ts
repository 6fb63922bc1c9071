/** The id of the Tasks extension. It is the only id that this pack declares. */
export const TASKS_EXTENSION = "io.modelcontextprotocol/tasks";

/** The dotted spelling that servers use by mistake. It counts as advertised, with a warning (contract I.2). */
export const DOTTED_TASKS_EXTENSION = "io.modelcontextprotocol.tasks";

/** The npm name of this pack; the transcript tags our requests with it. */
export const PACK_NAME = "@mcptest/pack-tasks";

/** The revision that has tasks in its core, experimentally. */
export const LEGACY_TASKS_VERSION = "2025-11-25";
