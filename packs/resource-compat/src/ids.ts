/** npm name of the pack, by which the transcript tags what it sends. */
export const PACK_NAME = "@mcptest/pack-resource-compat";

/** The document of the convention. It is no part of MCP. */
export const SOURCE = "Extension compatibility through resources";

/** What the sections of the document are named. */
export type Section =
  | "The protocol boundary"
  | "Discover the complete interface"
  | "Invoke a method using a resource read"
  | "Files, pagination, and dynamic data"
  | "Behavior and limits";
