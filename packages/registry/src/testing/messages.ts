/** The revisions before 2026-07-28. */
export const OLDER = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] as const;

/** A message, as tests read it. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into it with matchers.
export type Message = any;

export const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** A request of 2026-07-28. */
export function modern(id: string | number, method: string, params: object = {}) {
  return { jsonrpc: "2.0", id, method, params: { _meta: META, ...params } };
}

/** A request of an older revision. */
export function legacy(id: string | number, method: string, params?: object) {
  return { jsonrpc: "2.0", id, method, ...(params === undefined ? {} : { params }) };
}

export function initialize(protocolVersion: string) {
  const clientInfo = { name: "test", version: "1.0.0" };
  return legacy("init", "initialize", { protocolVersion, capabilities: {}, clientInfo });
}

/** The headers of 2026-07-28 for a request. */
export function headersOf({ method, params }: { method: string; params: Message }): Record<string, string> {
  const name = params.uri ?? params.taskId;
  const encoded = /^[\x21-\x7e]*$/.test(name ?? "") ? name : `=?base64?${Buffer.from(name).toString("base64")}?=`;
  return {
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": method,
    ...(name === undefined ? {} : { "mcp-name": encoded }),
  };
}

/** The address that calls a method with arguments. */
export function callUri(prefix: string, method: string, params: unknown): string {
  return `${prefix}${method}?params=${encodeURIComponent(JSON.stringify(params))}`;
}
