import type { Report } from "@mcptest/core/report";
import { visibleLine } from "../visible.js";
import { outcomeWord, serverLines } from "./servers.js";
import { type Style, styleFor, type TerminalOptions } from "./style.js";

export type { TerminalOptions };

/** The report for people, one block for each server, the outcome last. Readable without colour; ends with a line feed. */
export function renderTerminal(report: Report, options: TerminalOptions = {}): string {
  const style = styleFor(options);
  const lines: string[] = [];
  if (!options.quiet) lines.push(style.dim(headline(report)), "");
  for (const server of report.servers) {
    if (options.quiet && server.outcome !== "failed" && server.outcome !== "incomplete") continue;
    lines.push(...serverLines(server, style, options), "");
  }
  lines.push(closingLine(report, style));
  return `${lines.join("\n")}\n`;
}

function headline(report: Report): string {
  const config = report.configFile === undefined ? "" : `  config: ${visibleLine(report.configFile)}`;
  return `mcptest ${report.tool.version}${config}`;
}

function closingLine(report: Report, style: Style): string {
  const { total, passed, failed, couldNotRun, notApplicable, warnings, skippedPacks } = report.summary;
  const decided = passed + failed;
  const counts = [
    `${passed} of ${total} ${total === 1 ? "check" : "checks"} passed`,
    `${failed} failed`,
    `${couldNotRun} could not run`,
    `${notApplicable} not applicable`,
    `${warnings} ${warnings === 1 ? "warning" : "warnings"}`,
  ];
  if (skippedPacks > 0) counts.push(`${skippedPacks} ${skippedPacks === 1 ? "pack" : "packs"} skipped`);
  const nothing = decided === 0 ? `0 of ${total} decided; ` : "";
  const stopped = report.complete ? "" : " (stopped before the end)";
  const outcome = report.outcome === "skipped" ? "incomplete" : report.outcome;
  const time = style.dim(`${(report.durationMs / 1000).toFixed(1)} s`);
  return `${outcomeWord(outcome, style)}  ${nothing}${counts.join(", ")}${stopped}  ${time}`;
}
