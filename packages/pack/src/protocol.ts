/** The era of a protocol revision: `modern` carries `_meta` on each request, `legacy` opens with `initialize`. */
export type Era = "modern" | "legacy";

/** How bytes travel. */
export type Transport = "stdio" | "http";

/** Revisions with per-request `_meta` that mcptest speaks, newest first. */
export const MODERN_VERSIONS: readonly string[] = ["2026-07-28"];

/** Revisions with an `initialize` handshake that mcptest speaks, newest first. */
export const LEGACY_VERSIONS: readonly string[] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

/** `_meta` keys that the specification reserves (2026-07-28 basic, table D.3). */
export const META = {
  protocolVersion: "io.modelcontextprotocol/protocolVersion",
  clientInfo: "io.modelcontextprotocol/clientInfo",
  clientCapabilities: "io.modelcontextprotocol/clientCapabilities",
  logLevel: "io.modelcontextprotocol/logLevel",
  serverInfo: "io.modelcontextprotocol/serverInfo",
  subscriptionId: "io.modelcontextprotocol/subscriptionId",
  relatedTask: "io.modelcontextprotocol/related-task",
} as const;

/** Error codes with a meaning of their own (section 0.2), and the draft numbers that they replaced. */
export const ERROR = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  headerMismatch: -32020,
  missingClientCapability: -32021,
  unsupportedProtocolVersion: -32022,
  resourceNotFoundLegacy: -32002,
  draftHeaderMismatch: -32001,
  draftMissingClientCapability: -32003,
  draftUnsupportedProtocolVersion: -32004,
} as const;

/** Ids of the official extensions (table D.4; Skills by SEP-2640). */
export const OFFICIAL_EXTENSIONS: readonly string[] = [
  "io.modelcontextprotocol/tasks",
  "io.modelcontextprotocol/ui",
  "io.modelcontextprotocol/skills",
  "io.modelcontextprotocol/oauth-client-credentials",
  "io.modelcontextprotocol/enterprise-managed-authorization",
];

/**
 * The parameter whose value a modern HTTP request repeats in `Mcp-Name`, by method
 * (2026-07-28 streamable-http, Request Metadata; `tasks/*` by ext-tasks, Routing Headers).
 */
const NAMED_BY: ReadonlyMap<string, string> = new Map([
  ["tools/call", "name"],
  ["prompts/get", "name"],
  ["resources/read", "uri"],
  ["tasks/get", "taskId"],
  ["tasks/update", "taskId"],
  ["tasks/cancel", "taskId"],
]);

/** The name of the parameter that `Mcp-Name` repeats for `method`, or `undefined` when the method has none. */
export function nameParameter(method: string): string | undefined {
  return NAMED_BY.get(method);
}
