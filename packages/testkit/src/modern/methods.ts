import type { JsonObject } from "@mcptest/pack";
import type { Handler } from "../server/call.js";
import { documentMethods } from "../server/documents.js";
import type { Policies } from "../server/policy.js";
import type { Server } from "../server/server.js";
import { callTool, listTools } from "../server/tools.js";
import { listen } from "./listen.js";
import { runWithRetries } from "./mrtr.js";

/** Freshness of what can be cached (contract G.3): nothing here changes, and it is the same for everybody. */
const CACHE: JsonObject = { ttlMs: 60_000, cacheScope: "public" };

/** The methods of 2026-07-28 that belong to no extension. */
export function modernMethods(server: () => Server, policies: Policies): [string, Handler][] {
  return [
    ["server/discover", (_params, call) => discover(server(), server().capabilities("modern", call))],
    ["tools/list", (params) => ({ ...listTools(server(), params, "modern"), ...CACHE })],
    [
      "tools/call",
      (_params, call) => callTool(server(), call, (tool, args) => runWithRetries(server(), tool, args, call)),
    ],
    ...(policies.core.documents ? documentMethods(CACHE) : []),
    ["subscriptions/listen", (params, call) => listen(server(), params, call)],
  ];
}

function discover(server: Server, capabilities: JsonObject): JsonObject {
  return {
    supportedVersions: server.versions,
    capabilities,
    instructions: "A reference server for testing. Every tool can be called without arguments, except echo.",
    ...CACHE,
  };
}
