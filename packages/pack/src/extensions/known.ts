/** The prefix of every official extension. */
export const OFFICIAL_PREFIX = "io.modelcontextprotocol";

/**
 * Ids under the official prefix that belong to a published experiment or draft. They are known, so nobody is told that
 * they are misspelt (E26).
 */
export const EXPERIMENTAL_EXTENSIONS: readonly string[] = [
  "io.modelcontextprotocol/server-identity",
  "io.modelcontextprotocol/interceptors",
  "io.modelcontextprotocol/server-variants",
  "io.modelcontextprotocol/trust-annotations",
  "io.modelcontextprotocol/action-metadata",
];

/** Names that were used for an official extension and are not its id. */
export const OLD_NAMES: ReadonlyMap<string, string> = new Map([
  ["io.modelcontextprotocol/apps", "io.modelcontextprotocol/ui"],
  ["io.modelcontextprotocol/mcp-apps", "io.modelcontextprotocol/ui"],
]);
