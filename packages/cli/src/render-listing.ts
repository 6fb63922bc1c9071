import {
  excerpt,
  type ListedCheck,
  type ListedPack,
  type ListedServer,
  type Listing,
  type PlannedCall,
} from "@mcptest/core/report";
import { quoted, visibleLine } from "@mcptest/reporters";

/** What would run, for people. Texts of a server or a pack never begin a line with a log command. */
export function renderListing({ servers }: Listing, { verbose = false }: { verbose?: boolean } = {}): string {
  const lines = servers.flatMap((server) => [...serverLines(server, verbose), ""]);
  return `${[...lines, "nothing was sent but detection and lists"].join("\n")}\n`;
}

function serverLines(server: ListedServer, verbose: boolean): string[] {
  const lines = [`${visibleLine(server.name)}  ${visibleLine(server.target)}`];
  if (server.problem) {
    lines.push("  could not be looked at");
    lines.push(...quoted(`${server.problem.message}\nfix: ${server.problem.fix}`, "  | "));
  }
  for (const lane of server.lanes) {
    lines.push(`  ${lane.transport}, ${lane.era} ${visibleLine(lane.protocolVersion)}`);
    for (const pack of lane.packs) lines.push(...packLines(pack, verbose).map((line) => `  ${line}`));
  }
  return lines;
}

function packLines(pack: ListedPack, verbose: boolean): string[] {
  const name = `${visibleLine(pack.name)} ${visibleLine(pack.version)}`;
  if (pack.skippedBecause !== undefined) return [`${name}  skipped: ${visibleLine(pack.skippedBecause)}`];
  const would = pack.checks.filter(({ notApplicable, couldNotRun }) => (notApplicable ?? couldNotRun) === undefined);
  const profile = pack.profile === undefined ? "" : `, profile ${visibleLine(pack.profile)}`;
  return [
    `${name}${profile}: ${would.length} of ${pack.checks.length} checks would run`,
    ...would.map((check) => `  ${check.id}  ${facts(check)}${verbose ? `  ${visibleLine(check.title)}` : ""}`),
    ...reasons("could not run", pack.checks, ({ couldNotRun }) => couldNotRun),
    ...reasons("not applicable", pack.checks, ({ notApplicable }) => notApplicable),
    ...pack.notSelected
      .filter(({ applies }) => applies !== false)
      .map(({ id, needs }) => `  not selected: ${id}, needs ${visibleLine(needs)}`),
    ...callLines(pack.calls),
  ];
}

function facts({ level, phase, mayChange, advisory }: ListedCheck): string {
  return `${level}, ${phase}${mayChange ? ", may change state" : ""}${advisory ? " (advisory)" : ""}`;
}

/** One block for each reason: one root cause is said once. */
function reasons(word: string, checks: ListedCheck[], of: (check: ListedCheck) => string | undefined): string[] {
  const byReason = new Map<string, string[]>();
  for (const check of checks) {
    const reason = of(check);
    if (reason !== undefined) byReason.set(reason, [...(byReason.get(reason) ?? []), check.id]);
  }
  return [...byReason].flatMap(([reason, ids]) => [`  ${word}: ${ids.join(", ")}`, ...quoted(reason, "  | ")]);
}

function callLines(calls: readonly PlannedCall[]): string[] {
  if (calls.length === 0) return ["  tools that would be called: none that is known beforehand"];
  return ["  tools that would be called, as far as it is known beforehand:", ...calls.flatMap(callLine)];
}

function callLine(call: PlannedCall): string[] {
  const sent = call.arguments === undefined ? "" : ` ${excerpt(call.arguments, 400)}`;
  const annotated = call.readOnly ? "annotated read-only" : "not annotated read-only";
  const withheld = call.withheld ? ", so --read-only holds it back" : "";
  return quoted(`${call.tool}${sent}\n  ${annotated}${withheld}; for ${call.by.map(nameOf).join(", ")}`, "  | ");
}

/** Who calls, as a run tells it too: the id of a check, or what a preparation is called. */
function nameOf(caller: string): string {
  return caller.replace(/^fixture:/, "");
}
