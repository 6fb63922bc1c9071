/** The one legacy revision that the server with jobs speaks. */
export const LEGACY_VERSION = "2025-11-25";

/** First revision whose HTTP requests carry `MCP-Protocol-Version`, whose tools have titles, and that has elicitation. */
export const REVISED = "2025-06-18";
