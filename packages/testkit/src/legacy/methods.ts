import type { Handler } from "../server/call.js";
import type { Server } from "../server/server.js";
import { callTool, listTools } from "../server/tools.js";
import { runWithRequests } from "./run.js";

/** The methods of the legacy revisions that belong to no extension; `initialize` opens the session and is not among them. */
export function legacyMethods(server: () => Server): [string, Handler][] {
  return [
    ["ping", () => ({})],
    ["tools/list", (params, call) => listTools(server(), params, call)],
    [
      "tools/call",
      (_params, call) => callTool(server(), call, (tool, args) => runWithRequests(server(), tool, args, call)),
    ],
  ];
}
