import type { CheckResult, PackResult, RuleSource } from "@mcptest/core/report";
import { visibleLine } from "../visible.js";

/** Characters of a command that is worth a line of its own. */
const MAX_COMMAND = 100;

/** Where a rule stands, on one line: `I12, H11; ext-tasks, Tasks; revision 2026-07-28`. */
export function ruleText(rule: RuleSource): string {
  const place = [rule.source, rule.section].filter((part) => part !== undefined).join(", ");
  const parts = [rule.contract, place, rule.revision ? `revision ${rule.revision}` : undefined, rule.url];
  return visibleLine(parts.filter((part) => part !== undefined).join("; "));
}

/** How to read more about a check. A pack that `mcptest explain` would not find by itself is named, unless that is long. */
export function explainLine({ id }: Pick<CheckResult, "id">, { origin }: Pick<PackResult, "origin">): string[] {
  const isFound = origin === "bundled" || /[\\/]node_modules[\\/]/.test(origin);
  const command = `mcptest explain ${id}${isFound ? "" : ` --pack ${origin}`}`;
  const isPlain = /^[\w ./@:\\-]+$/.test(command) && (isFound || !/\s/.test(origin));
  return isPlain && command.length <= MAX_COMMAND ? [`explain: ${command}`] : [];
}
