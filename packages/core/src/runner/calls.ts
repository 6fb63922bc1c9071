import { at, type Exchange, type Json, MADE_UP_NAME } from "@mcptest/pack";
import type { ServerResult } from "../report/model.js";

/**
 * How often each tool was called, by name, and for what: the check that called it, or the fixture. A call whose body names no
 * tool counts under `(no name)`.
 */
export function callsByTool(exchanges: readonly Exchange[]): ServerResult["calls"] {
  const byTool = new Map<string, Map<string, number>>();
  for (const { method, request, tags } of exchanges) {
    if (method !== "tools/call" || !request) continue;
    const tool = toolOf(request.body);
    const callers = byTool.get(tool) ?? new Map<string, number>();
    byTool.set(tool, callers);
    const caller = tags.check?.replace(/^fixture:/, "") ?? "mcptest";
    callers.set(caller, (callers.get(caller) ?? 0) + 1);
  }
  const calls = [...byTool].map(([tool, callers]) => {
    const by = [...callers].map(([name, count]) => ({ name, count }));
    const count = by.reduce((sum, caller) => sum + caller.count, 0);
    return { tool, ...(tool === MADE_UP_NAME ? { madeUp: true as const } : {}), count, by };
  });
  return calls.sort((one, other) => (one.tool < other.tool ? -1 : 1));
}

function toolOf(body: string): string {
  try {
    const name = at(JSON.parse(body) as Json, "params", "name");
    return typeof name === "string" ? name : "(no name)";
  } catch {
    return "(no name)";
  }
}
