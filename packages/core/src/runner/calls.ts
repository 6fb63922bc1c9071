import { at, type Exchange, type Json } from "@mcptest/pack";
import type { ServerResult } from "../report/model.js";

/** How often each tool was called, by name. A call whose body names no tool counts under `(no name)`. */
export function callsByTool(exchanges: readonly Exchange[]): ServerResult["calls"] {
  const counts = new Map<string, number>();
  for (const { method, request } of exchanges) {
    if (method !== "tools/call" || !request) continue;
    const tool = toolOf(request.body);
    counts.set(tool, (counts.get(tool) ?? 0) + 1);
  }
  return [...counts].map(([tool, count]) => ({ tool, count })).sort((one, other) => (one.tool < other.tool ? -1 : 1));
}

function toolOf(body: string): string {
  try {
    const name = at(JSON.parse(body) as Json, "params", "name");
    return typeof name === "string" ? name : "(no name)";
  } catch {
    return "(no name)";
  }
}
