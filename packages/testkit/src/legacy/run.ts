import { setTimeout as delay } from "node:timers/promises";
import type { JsonObject } from "@mcptest/pack";
import type { Call } from "../server/call.js";
import type { Server } from "../server/server.js";
import type { Tool } from "../server/tool.js";

/** First revision in which elicitation has a mode. */
const MODES = "2025-11-25";

/** Runs `tool` within the request; its questions are requests of the server on the same stream. */
export function runWithRequests(server: Server, tool: Tool, args: JsonObject, call: Call): Promise<JsonObject> {
  const factor = tool.task ? server.policies.core.slowness : 1;
  return tool.run({
    arguments: args,
    jobMs: server.jobMs,
    call,
    sleep: (milliseconds) => delay(milliseconds * factor, undefined, { signal: call.signal, ref: false }),
    async ask(questions) {
      const entries = Object.entries(questions).map(async ([key, { method, params }]) => {
        const { mode: _mode, ...older } = params;
        const answer = await call
          .ask(method, call.version >= MODES ? params : older)
          .catch((): JsonObject => ({ action: "cancel" }));
        return [key, answer] as const;
      });
      return Object.fromEntries(await Promise.all(entries));
    },
  });
}
