/** The npm name of this pack; the transcript tags our requests with it. */
export const PACK_NAME = "@mcptest/pack-negotiation";

/** The modern revision that this pack judges. */
export const MODERN_VERSION = "2026-07-28";

/** An extension that no server knows. */
export const UNKNOWN_EXTENSION = "com.example/unknown-probe";

/** A version that no revision has ever had (C01). */
export const UNKNOWN_VERSION = "1900-01-01";

/** The official extension whose methods and result type this pack knows. */
export const TASKS = "io.modelcontextprotocol/tasks";

/** MCP Apps: its members in `_meta` and its resources are inert, and no use of it. */
export const APPS = "io.modelcontextprotocol/ui";

/** Skills over MCP: no client setting exists for it. */
export const SKILLS = "io.modelcontextprotocol/skills";
