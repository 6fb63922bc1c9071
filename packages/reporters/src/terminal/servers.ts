import {
  type ExtensionResult,
  type JsonObject,
  type Outcome,
  type PackResult,
  packLabel,
  type ServerResult,
  shownStderr,
} from "@mcptest/core/report";
import { quoted, visibleLine } from "../visible.js";
import { checkBlocks } from "./checks.js";
import type { Style, TerminalOptions } from "./style.js";

/** All that is said about one server. */
export function serverLines(server: ServerResult, style: Style, options: TerminalOptions): string[] {
  const lines = [`${style.strong(visibleLine(server.name))}  ${visibleLine(server.target)}`];
  if (!options.quiet) lines.push(...factLines(server, options).map((line) => `  ${line}`));
  if (server.problem) {
    lines.push(`  ${style.doubtful("could not be tested")}`);
    lines.push(...quoted(`${server.problem.message}\nfix: ${server.problem.fix}`, "  | "));
  }
  for (const pack of server.packs)
    lines.push(
      ...(server.problem ? blockedLines(pack, server, style, options) : packLines(pack, server, style, options)),
    );
  const troubled = server.outcome === "failed" || server.outcome === "incomplete";
  if (server.stderrTail?.length && (options.verbose || troubled)) {
    lines.push("", `  ${style.dim("last lines of the server's stderr")}`);
    lines.push(...shownStderr(server.stderrTail, options.verbose ? 50 : 20).flatMap((line) => quoted(line, "  | ")));
  }
  return lines;
}

function factLines(server: ServerResult, { verbose }: TerminalOptions): string[] {
  const lines: string[] = [];
  const lanes = server.lanes.map((lane) => `${lane.transport}, ${lane.era} ${lane.protocolVersion}`);
  if (lanes.length > 0)
    lines.push([implementation(server.serverInfo), ...lanes].filter((part) => part !== "").join("; "));
  const notes = new Set(server.lanes.flatMap((lane) => lane.notes ?? []));
  for (const note of notes) lines.push(`note ${visibleLine(note)}`);
  lines.push(...extensionLines(server));
  const calls = server.calls.map(({ tool, count, madeUp }) => `${visibleLine(tool)} ${count}x${madeUp ? MADE_UP : ""}`);
  if (calls.length > 0) lines.push(`tools called: ${calls.join(", ")}`);
  if (verbose) lines.push(...server.calls.map(callersLine));
  return lines;
}

const MADE_UP = " (a name made up by mcptest, to see the refusal)";

/** `  job for: call of the role task, legacy opt-ins 2x`. */
function callersLine({ tool, by }: ServerResult["calls"][number]): string {
  const callers = by.map(({ name, count }) => (count === 1 ? visibleLine(name) : `${visibleLine(name)} ${count}x`));
  return `  ${visibleLine(tool)} for: ${callers.join(", ")}`;
}

/** Extensions of one server that are shown, each on its line. */
const MOST_EXTENSIONS = 50;

function extensionLines({ extensions, extensionsLeftOut = 0 }: ServerResult): string[] {
  const shown = extensions.slice(0, MOST_EXTENSIONS);
  const more = extensions.length - shown.length + extensionsLeftOut;
  return [...shown.map(extensionLine), ...(more > 0 ? [`... and ${more} more extensions`] : [])];
}

function extensionLine(extension: ExtensionResult): string {
  const version = extension.version === undefined ? "" : ` (v${visibleLine(extension.version)})`;
  const { advertised, inUse, throughResources } = extension;
  const use = !advertised && inUse ? "  (in use, not advertised)" : "";
  const mapped = throughResources ? `  (${advertised ? "also " : ""}through resources)` : "";
  const problem = extension.settingsProblem;
  const settings = problem === undefined ? "" : `  (counts as absent: its settings are ${visibleLine(problem)})`;
  return `${visibleLine(extension.label)}${version}: ${visibleLine(extension.id)}${use}${mapped}${settings}`;
}

function implementation(info: JsonObject | undefined): string {
  const parts = [info?.name, info?.version].filter((part) => typeof part === "string");
  return visibleLine(parts.join(" "));
}

/** A pack on a server that could not be tested: why stands above it. */
function blockedLines(pack: PackResult, server: ServerResult, style: Style, options: TerminalOptions): string[] {
  const count = pack.checks.length;
  const line = `${nameOf(pack, server)}  not run: ${count} ${count === 1 ? "check" : "checks"}`;
  return options.quiet ? [] : [`  ${style.dim(line)}`];
}

/** The host's own entry stands for what `--require` asks, not for mcptest. */
function nameOf(pack: PackResult, server: ServerResult): string {
  return pack.name === "mcptest"
    ? "required extensions"
    : `${visibleLine(packLabel(pack, server))} ${visibleLine(pack.version)}`;
}

function packLines(pack: PackResult, server: ServerResult, style: Style, options: TerminalOptions): string[] {
  const name = nameOf(pack, server);
  if (!pack.ran) {
    return options.quiet ? [] : [`  ${style.dim(`${name}  skipped: ${visibleLine(pack.skippedBecause ?? "")}`)}`];
  }
  const several = server.lanes.length > 1 ? ` on ${pack.lane}` : "";
  const lines = [`  ${outcomeWord(pack.outcome, style)}  ${name}${several}  ${pack.summary}`];
  if (isOpen(pack) && !options.quiet) lines.push(`    ${style.dim(NOT_ISOLATED)}`);
  for (const block of checkBlocks(pack, server.exchanges, style, options)) {
    lines.push("", ...block.map((line) => `    ${line}`));
  }
  if (options.quiet) return lines;
  const rest = [...notSelectedLines(pack, options), ...moreLines(pack)];
  if (rest.length > 0) lines.push("", ...rest.map((line) => `    ${style.dim(line)}`));
  return lines;
}

const NOT_ISOLATED = "isolation: none; its code ran in the process of mcptest";

/** True for somebody else's code that was not kept apart. */
function isOpen({ name, origin, isolation }: PackResult): boolean {
  return isolation === "none" && origin !== "bundled" && name !== "mcptest";
}

/** What checks need that a transcript does not have. */
const SERVER = "a server";

/** `not selected: 14 checks need a role: ask (5), slow (6)`; `verbose` names the checks. */
function notSelectedLines(pack: PackResult, { verbose }: TerminalOptions): string[] {
  const byNeed = new Map<string, string[]>();
  for (const { id, needs } of leftOut(pack)) byNeed.set(needs, [...(byNeed.get(needs) ?? []), visibleLine(id)]);
  const offline = byNeed.get(SERVER) ?? [];
  byNeed.delete(SERVER);
  const named = [...byNeed].map(([role, ids]) => ({ role: visibleLine(role), ids }));
  const count = named.reduce((sum, { ids }) => sum + ids.length, 0);
  const roles = named.map(({ role, ids }) => `${role} (${ids.length})`).join(", ");
  const lines: string[] = [];
  if (offline.length > 0) lines.push(`not selected: ${needing(offline.length)} ${SERVER}`);
  if (offline.length > 0 && verbose) lines.push(`  ${offline.join(", ")}`);
  if (count > 0) lines.push(`not selected: ${needing(count)} a role: ${roles}`);
  if (verbose) lines.push(...named.map(({ role, ids }) => `  ${role}: ${ids.join(", ")}`));
  return lines;
}

/** Those that apply here. */
function leftOut({ notSelected }: PackResult): PackResult["notSelected"] {
  return notSelected.filter(({ applies }) => applies !== false);
}

function needing(count: number): string {
  return `${count} ${count === 1 ? "check needs" : "checks need"}`;
}

/** `12 of 20 checks that were not decided would run with these options:` and the options, best first. */
function moreLines(pack: PackResult): string[] {
  const { moreWithOptions = [], checks } = pack;
  if (moreWithOptions.length === 0) return [];
  const gained = moreWithOptions.reduce((sum, more) => sum + more.checks.length, 0);
  const open = checks.filter(({ skipReason }) => skipReason === "could-not-run").length + leftOut(pack).length;
  const what = moreWithOptions.length === 1 ? "this option" : "these options";
  const ofAll = `${gained} of ${open} ${open === 1 ? "check that was" : "checks that were"} not decided`;
  return [
    `${ofAll} would run with ${what}:`,
    ...moreWithOptions.map(({ option, checks: { length } }) => `  ${visibleLine(option)}  (${length})`),
  ];
}

/** The outcome in its colour. */
export function outcomeWord(outcome: Outcome, style: Style): string {
  if (outcome === "passed") return style.good("passed");
  if (outcome === "failed") return style.bad("FAILED");
  return outcome === "incomplete" ? style.doubtful("INCOMPLETE") : style.dim("skipped");
}
