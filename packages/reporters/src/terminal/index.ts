import type { Report, TolerationResult } from "@mcptest/core/report";
import { visibleLine } from "../visible.js";
import { outcomeWord, serverLines } from "./servers.js";
import { type Style, styleFor, type TerminalOptions } from "./style.js";

export type { TerminalOptions };

/** The report for people, one block for each server, the outcome last. Readable without colour; ends with a line feed. */
export function renderTerminal(report: Report, options: TerminalOptions = {}): string {
  const style = styleFor(options);
  const lines: string[] = [];
  if (!options.quiet) lines.push(style.dim(headline(report)), "");
  // A run that decided nothing says why, however little is asked for.
  const { passed, failed, tolerated = 0 } = report.summary;
  const body = { ...options, quiet: options.quiet && passed + failed + tolerated > 0 };
  for (const server of report.servers) {
    if (body.quiet && server.outcome !== "failed" && server.outcome !== "incomplete") continue;
    lines.push(...serverLines(server, style, body), "");
  }
  const stale = staleLines(report, style);
  if (stale.length > 0) lines.push(...stale, "");
  const artifacts = options.quiet ? undefined : artifactLine(report);
  if (artifacts !== undefined) lines.push(artifacts, "");
  lines.push(closingLine(report, style));
  return `${lines.join("\n")}\n`;
}

function headline(report: Report): string {
  const config = report.configFile === undefined ? "" : `  config: ${visibleLine(report.configFile)}`;
  return `mcptest ${report.tool.version}${config}${browserText(report)}`;
}

function browserText({ browser }: Report): string {
  if (browser === undefined) return "";
  return `  browser: ${visibleLine(browser.path)}${browser.sandbox ? "" : " (without its sandbox)"}`;
}

/** Where the files of packs are, or how to get them. */
function artifactLine({ artifacts }: Report): string | undefined {
  const [first] = artifacts;
  if (first === undefined) return undefined;
  const names = [...new Set(artifacts.map(({ mediaType }) => (mediaType.startsWith("image/") ? "images" : "logs")))];
  const what = `${counted(artifacts.length, "artifact")} (${names.join(", ")})`;
  if (first.file === undefined) return `${what}: --artifacts FOLDER writes them as files`;
  return `${what}: ${visibleLine(first.file.replace(/[/\\][^/\\]*$/, ""))}`;
}

/** Entries of `tolerate` whose finding is gone: they fail the run until they are taken out. */
function staleLines({ tolerations = [] }: Report, style: Style): string[] {
  return tolerations
    .filter(({ state }) => state === "stale")
    .flatMap((entry) => [
      `${style.bad("STALE")}  tolerate: ${visibleLine(entryText(entry))}`,
      "| its finding has passed in this run: nothing is left to tolerate",
      "| fix: remove the entry",
    ]);
}

/** `check tasks-ttl-shape, server staging, reason: one principal only`. */
function entryText({ check, server, lane, pack, subject, reason }: TolerationResult): string {
  const parts = Object.entries({ check, server, lane, pack, subject }).filter(([, value]) => value !== undefined);
  return `${parts.map(([name, value]) => `${name} ${value}`).join(", ")}; reason: ${reason}`;
}

function closingLine(report: Report, style: Style): string {
  const stopped = report.complete ? "" : " (stopped before the end)";
  const outcome = report.outcome === "skipped" ? "incomplete" : report.outcome;
  const time = style.dim(`${(report.durationMs / 1000).toFixed(1)} s`);
  return `${outcomeWord(outcome, style)}  ${countsText(report)}${stopped}  ${time}`;
}

function countsText({ summary, servers }: Report): string {
  const { total, passed, failed, couldNotRun, notApplicable, warnings, tolerated = 0, skippedPacks } = summary;
  const left = [`${couldNotRun} could not run`, `${notApplicable} not applicable`];
  const untested = servers.filter(({ problem }) => problem).length;
  const lost = untested > 0 ? [`${counted(untested, "server")} could not be tested`] : [];
  const skipped = [...(skippedPacks > 0 ? [`${counted(skippedPacks, "pack")} skipped`] : []), ...lost];
  if (total === 0 && untested > 0) return ["0 of 0 checks decided", ...skipped].join(", ");
  if (total === 0) return ["0 of 0 checks decided: no pack applied", ...skipped].join(", ");
  if (passed + failed + tolerated === 0)
    return [`0 of ${counted(total, "check")} decided: ${left.join(", ")}`, ...skipped].join(", ");
  const decided = [`${passed} of ${counted(total, "check")} passed`, `${failed} failed`];
  const accepted = tolerated > 0 ? [`${tolerated} tolerated`] : [];
  return [...decided, ...accepted, ...left, counted(warnings, "warning"), ...skipped].join(", ");
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
