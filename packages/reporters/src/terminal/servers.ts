import {
  type ExtensionResult,
  type JsonObject,
  type Outcome,
  type PackResult,
  type ServerResult,
  shownStderr,
} from "@mcptest/core/report";
import { quoted, visibleLine } from "../visible.js";
import { checkBlocks } from "./checks.js";
import type { Style, TerminalOptions } from "./style.js";

/** All that is said about one server. */
export function serverLines(server: ServerResult, style: Style, options: TerminalOptions): string[] {
  const lines = [`${style.strong(visibleLine(server.name))}  ${visibleLine(server.target)}`];
  if (!options.quiet) lines.push(...factLines(server).map((line) => `  ${line}`));
  if (server.problem) {
    lines.push(`  ${style.doubtful("could not be tested")}`);
    lines.push(...quoted(`${server.problem.message}\nfix: ${server.problem.fix}`, "  | "));
  }
  for (const pack of server.packs)
    lines.push(...(server.problem ? blockedLines(pack, style, options) : packLines(pack, server, style, options)));
  const troubled = server.outcome === "failed" || server.outcome === "incomplete";
  if (server.stderrTail?.length && (options.verbose || troubled)) {
    lines.push("", `  ${style.dim("last lines of the server's stderr")}`);
    lines.push(...shownStderr(server.stderrTail, options.verbose ? 50 : 20).flatMap((line) => quoted(line, "  | ")));
  }
  return lines;
}

function factLines(server: ServerResult): string[] {
  const lines: string[] = [];
  const lanes = server.lanes.map((lane) => `${lane.transport}, ${lane.era} ${lane.protocolVersion}`);
  if (lanes.length > 0)
    lines.push([implementation(server.serverInfo), ...lanes].filter((part) => part !== "").join("; "));
  const notes = new Set(server.lanes.flatMap((lane) => lane.notes ?? []));
  for (const note of notes) lines.push(`note ${visibleLine(note)}`);
  for (const extension of server.extensions) lines.push(extensionLine(extension));
  const calls = server.calls.map(({ tool, count }) => `${visibleLine(tool)} ${count}x`);
  if (calls.length > 0) lines.push(`tools called: ${calls.join(", ")}`);
  return lines;
}

function extensionLine(extension: ExtensionResult): string {
  const version = extension.version === undefined ? "" : ` (v${visibleLine(extension.version)})`;
  const use = extension.advertised ? "" : "  (in use, not advertised)";
  const problem = extension.settingsProblem;
  const settings = problem === undefined ? "" : `  (counts as absent: its settings are ${visibleLine(problem)})`;
  return `${visibleLine(extension.label)}${version}: ${visibleLine(extension.id)}${use}${settings}`;
}

function implementation(info: JsonObject | undefined): string {
  const parts = [info?.name, info?.version].filter((part) => typeof part === "string");
  return visibleLine(parts.join(" "));
}

/** A pack on a server that could not be tested: why stands above it. */
function blockedLines(pack: PackResult, style: Style, options: TerminalOptions): string[] {
  const count = pack.checks.length;
  const line = `${nameOf(pack)}  not run: ${count} ${count === 1 ? "check" : "checks"}`;
  return options.quiet ? [] : [`  ${style.dim(line)}`];
}

/** The host's own entry stands for what `--require` asks, not for mcptest. */
function nameOf({ name, version }: PackResult): string {
  return name === "mcptest" ? "required extensions" : `${visibleLine(name)} ${visibleLine(version)}`;
}

function packLines(pack: PackResult, server: ServerResult, style: Style, options: TerminalOptions): string[] {
  const name = nameOf(pack);
  if (!pack.ran) {
    return options.quiet ? [] : [`  ${style.dim(`${name}  skipped: ${visibleLine(pack.skippedBecause ?? "")}`)}`];
  }
  const several = server.lanes.length > 1 ? ` on ${pack.lane}` : "";
  const lines = [`  ${outcomeWord(pack.outcome, style)}  ${name}${several}  ${pack.summary}`];
  for (const block of checkBlocks(pack, server.exchanges, style, options)) {
    lines.push("", ...block.map((line) => `    ${line}`));
  }
  if (!options.quiet && pack.notSelected.length > 0) lines.push("", `    ${style.dim(notSelectedLine(pack))}`);
  return lines;
}

/** `14 checks need a role: ask (5), slow (6)`. */
function notSelectedLine(pack: PackResult): string {
  const byNeed = new Map<string, number>();
  for (const { needs } of pack.notSelected) byNeed.set(needs, (byNeed.get(needs) ?? 0) + 1);
  const needs = [...byNeed].map(([need, count]) => `${visibleLine(need)} (${count})`).join(", ");
  const count = pack.notSelected.length;
  return `not selected: ${count} ${count === 1 ? "check needs" : "checks need"} a role: ${needs}`;
}

/** The outcome in its colour. */
export function outcomeWord(outcome: Outcome, style: Style): string {
  if (outcome === "passed") return style.good("passed");
  if (outcome === "failed") return style.bad("FAILED");
  return outcome === "incomplete" ? style.doubtful("INCOMPLETE") : style.dim("skipped");
}
