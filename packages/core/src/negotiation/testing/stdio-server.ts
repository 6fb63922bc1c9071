import { fileURLToPath } from "node:url";
import type { Json, JsonObject } from "@mcptest/pack";
import type { StdioTarget } from "../../wire/types.js";

/** What a scripted server does about one message. */
export type StdioReply =
  /** A response with the id of the request, or with `id`. */
  | { result: Json; id?: Json }
  | { error: Json; id?: Json }
  /** A line as it is. */
  | { raw: string }
  /** Ends the process. */
  | { exit: number }
  /** Nothing. */
  | { silent: true }
  /** Waits until a message with the method `after` comes, and then replies before that one is answered. */
  | { after: string; reply: StdioReply }
  /** Depends on whether this process has seen `server/discover`. */
  | { unspoilt: StdioReply; spoilt: StdioReply }
  | StdioReply[];

/** What a scripted server does. A method without a reply gets `-32601`. */
export interface StdioScript {
  on?: Record<string, StdioReply>;
  /** Lines written at the start. */
  stdout?: string[];
  stderr?: string[];
  /** Ends at once with this code, without reading anything. */
  exit?: number;
}

/** A target that starts a scripted server. */
export function stdioServer(script: StdioScript): StdioTarget {
  const file = fileURLToPath(new URL("../fixtures/stdio-server.mjs", import.meta.url));
  return { kind: "stdio", name: "scripted", command: process.execPath, args: [file, JSON.stringify(script)] };
}

/** The result of `server/discover`. */
export function discovery(supportedVersions: Json, capabilities: JsonObject = { tools: {} }): { result: JsonObject } {
  return {
    result: {
      resultType: "complete",
      supportedVersions,
      capabilities,
      ttlMs: 0,
      cacheScope: "private",
      instructions: "be kind",
      _meta: { "io.modelcontextprotocol/serverInfo": { name: "fixture", version: "1.2.3" } },
    },
  };
}

/** The result of `initialize`. */
export function initialized(protocolVersion: string, capabilities: JsonObject = { tools: {} }): { result: JsonObject } {
  return {
    result: {
      protocolVersion,
      capabilities,
      serverInfo: { name: "fixture", version: "1.2.3" },
      instructions: "be kind",
    },
  };
}

/** A JSON-RPC error. */
export function failed(code: number, message: string, data?: Json): { error: JsonObject } {
  return { error: { code, message, ...(data === undefined ? {} : { data }) } };
}
