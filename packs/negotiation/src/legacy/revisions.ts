/** The revisions before 2026-07-28 that have Streamable HTTP. */
export const STREAMABLE = ["2025-11-25", "2025-06-18", "2025-03-26"] as const;

/** Those whose requests carry `MCP-Protocol-Version` after `initialize`. */
export const WITH_VERSION_HEADER = ["2025-11-25", "2025-06-18"] as const;

/** The page of their transports. */
export const TRANSPORTS = "basic/transports";
