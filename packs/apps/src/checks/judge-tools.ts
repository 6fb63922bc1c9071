import { excerpt, type Verdict } from "@mcptest/pack";
import { tell } from "../tell.js";
import type { AppTool } from "../tools.js";

/** Why a rule of UI tools does not apply. */
export const NO_UI_TOOL = "no tool names a view";

/** What is wrong with a tool. */
export interface Wrong {
  came: string;
  rule: string;
  fix: string;
}

/** Judges each of some tools, and fails those with which something is wrong. */
export async function judge(
  verdict: Verdict,
  id: string,
  tools: readonly AppTool[],
  wrongOf: (tool: AppTool) => Wrong | undefined | Promise<Wrong | undefined>,
  none = NO_UI_TOOL,
): Promise<void> {
  if (tools.length === 0) verdict.notApplicable(none);
  for (const tool of tools) {
    const about = { subject: tool.name };
    const wrong = await wrongOf(tool);
    if (wrong === undefined) verdict.pass(about, [tool.exchange]);
    else
      verdict.fail(
        tell({ id, sent: `tools/list, the tool ${excerpt(tool.name, 80)}`, ...wrong }),
        [tool.exchange],
        about,
      );
  }
}
