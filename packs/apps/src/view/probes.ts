import type { Json, JsonObject } from "@mcptest/pack";

/** Ids of the requests that the harness makes of a view, by what for. An answer carries the same. */
export const REQUEST_IDS = {
  ping: "mcptest-ping",
  /** A method that nobody has. */
  unknown: "mcptest-unknown",
  toolsList: "mcptest-tools-list",
  /** `tools/call` of a tool that the view has not. */
  toolsCall: "mcptest-tools-call",
  teardown: "mcptest-teardown",
} as const;

/** Ids inside of garbage that looks like a `ping`. A view that answers one has taken what it should not. */
export const GARBAGE_IDS = {
  /** The JSON of a request as a string. */
  string: "mcptest-garbage-string",
  /** A request without `jsonrpc`. */
  bare: "mcptest-garbage-bare",
  /** A request from a window that is not the parent of the view. */
  elsewhere: "mcptest-garbage-elsewhere",
} as const;

/** Requests and a notification that an ordinary host makes once the view is up. */
export function probes(declaresTools: boolean): JsonObject[] {
  const request = (id: string, method: string, params: JsonObject = {}) => ({ jsonrpc: "2.0", id, method, params });
  return [
    request(REQUEST_IDS.ping, "ping"),
    request(REQUEST_IDS.unknown, "mcptest/unknown-request"),
    { jsonrpc: "2.0", method: "notifications/mcptest-unknown", params: {} },
    ...(declaresTools
      ? [
          request(REQUEST_IDS.toolsList, "tools/list"),
          request(REQUEST_IDS.toolsCall, "tools/call", { name: "mcptest-no-such-tool", arguments: {} }),
        ]
      : []),
  ];
}

/** What other code may post to a frame, and what no view has to understand. */
export function garbage(): Json[] {
  const ping = (id: string) => ({ jsonrpc: "2.0", id, method: "ping", params: {} });
  const { jsonrpc: _, ...bare } = ping(GARBAGE_IDS.bare);
  return ["mcptest: not a message", JSON.stringify(ping(GARBAGE_IDS.string)), 42, null, [], { type: "mcptest" }, bare];
}

/** Garbage that is posted from another window. */
export function garbageFromElsewhere(): JsonObject {
  return { jsonrpc: "2.0", id: GARBAGE_IDS.elsewhere, method: "ping", params: {} };
}
