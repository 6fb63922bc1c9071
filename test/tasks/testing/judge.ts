import type { JsonObject } from "@mcptest/pack";
import { packOf, runTasks } from "./run-tasks.js";
import { type Answer, type Asked, scriptedServer } from "./scripted-server.js";

/** The summary of a run in which all eight checks passed. */
export const EIGHT = "8/8 checks passed, 0 failed, 0 could not run, 0 not applicable";

/** Judges a server that answers as `script` says, with these options beside the tool `job`. */
export async function judge(script: (asked: Asked) => Answer | undefined, options: JsonObject = {}) {
  const server = await scriptedServer(script);
  try {
    const all = { roles: { task: { tool: "job" } }, pollTimeoutMs: 2_000, ...options };
    const report = await runTasks({ target: server.target, options: all });
    const pack = packOf(report);
    const check = (id: string) => {
      const result = pack.checks.find((each) => each.id === id);
      if (result === undefined) throw new Error(`there is no result of ${id}`);
      return result;
    };
    return { report, pack, check, asked: server.asked };
  } finally {
    await server.close();
  }
}
