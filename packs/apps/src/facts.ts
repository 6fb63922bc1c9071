import type { PackContext } from "@mcptest/pack";
import { argumentsFor } from "./calls.js";
import type { AppsOptions } from "./options.js";
import { listing } from "./surface.js";
import { appTools, hasView } from "./tools.js";

/**
 * The fact `call`: whether a UI tool may be called: given (by an option), found (read-only, and needs no argument), none,
 * no-app, unknown (the list could not be read).
 */
export async function factsOf({
  host,
  connection,
  options,
}: PackContext<AppsOptions>): Promise<Record<string, string>> {
  if (options.calls.length > 0) return { call: "given" };
  try {
    const { entries, problem } = await listing(host, { connection, declares: true }, "tools/list", "tools");
    const uiTools = appTools({ entries }).filter(hasView);
    if (uiTools.some(({ entry }) => argumentsFor(entry, options) !== undefined)) return { call: "found" };
    if (problem !== undefined) return { call: "unknown" };
    return { call: uiTools.length > 0 ? "none" : "no-app" };
  } catch {
    return { call: "unknown" };
  }
}
