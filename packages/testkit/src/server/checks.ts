import type { Era, JsonObject, Transport } from "@mcptest/pack";
import type { RpcError } from "../protocol/json-rpc.js";
import type { HeaderMap } from "./call.js";

/**
 * What a server checks before it serves a message, by what is wrong. Modern: `handshake` (`initialize` does not exist),
 * `version-header` (missing), `version-mismatch` (header and `_meta`), `meta-version` (missing), `version` (unsupported),
 * `meta-capabilities` (missing), `method-header` (missing), `method-mismatch`, `method` (unknown), `name-header` (missing),
 * `name-encoding` (no valid base64), `name-mismatch`, and the same three for `Mcp-Param-*` as `param-...`. Legacy:
 * `initialized` (stdio and HTTP+SSE: `initialize` comes first), `session-version` (unsupported `MCP-Protocol-Version`),
 * `session-header` (missing), `session` (unknown or ended), `legacy-method` (unknown).
 */
export type Check =
  | "handshake"
  | "version-header"
  | "version-mismatch"
  | "meta-version"
  | "version"
  | "meta-capabilities"
  | "method-header"
  | "method-mismatch"
  | "method"
  | "name-header"
  | "name-encoding"
  | "name-mismatch"
  | "param-header"
  | "param-encoding"
  | "param-mismatch"
  | "initialized"
  | "session-version"
  | "session-header"
  | "session"
  | "legacy-method";

/** What is known of a message outside the answering of a request. A {@link Call} is one too. */
export interface MessageContext {
  readonly era: Era;
  /** Revision that it is served by; empty where that is not known yet. */
  readonly version: string;
  readonly transport: Transport;
  /** By lower-case name; empty on stdio. */
  readonly headers: HeaderMap;
  /**
   * Key for what is kept per connection: the stdio process, the socket of a modern HTTP request, the legacy session.
   */
  readonly connection: object;
  /** Sends a message on the stream of this one: stdout, the SSE answer of a POST, the stream of HTTP+SSE. */
  emit(message: JsonObject): void;
}

/** A change of what is refused: another error, or `undefined` to serve the message all the same. */
export type RefusalChange = (check: Check, error: RpcError, context: MessageContext) => RpcError | undefined;
