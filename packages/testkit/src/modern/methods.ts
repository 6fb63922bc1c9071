import type { JsonObject } from "@mcptest/pack";
import type { Handler } from "../server/call.js";
import { documentMethods } from "../server/documents.js";
import type { Policies } from "../server/policy.js";
import type { Server } from "../server/server.js";
import { callTool, listTools } from "../server/tools.js";
import { CACHE } from "./cache.js";
import { listen } from "./listen.js";
import { runWithRetries } from "./mrtr.js";

/** The methods of 2026-07-28 that belong to no extension. */
export function modernMethods(server: () => Server, policies: Policies): [string, Handler][] {
  return [
    ["server/discover", (_params, call) => discover(server(), server().capabilities("modern", call))],
    ["tools/list", (params, call) => ({ ...listTools(server(), params, call), ...CACHE })],
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
    instructions: server.instructions,
    ...CACHE,
  };
}
