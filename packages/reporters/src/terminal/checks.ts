import { type CheckResult, type Exchange, member, type PackResult } from "@mcptest/core/report";
import { quoted, visibleLine } from "../visible.js";
import { evidenceLines } from "./evidence.js";
import { explainLine, ruleText } from "./rule.js";
import type { Style, TerminalOptions } from "./style.js";

const MARK = "| ";

/** The checks of a pack that need a reader: failures, warnings, what could not run; with `verbose` all others too. */
export function checkBlocks(
  pack: PackResult,
  exchanges: readonly Exchange[],
  style: Style,
  options: TerminalOptions,
): string[][] {
  const failed = pack.checks.filter((check) => check.status === "failed" && check.tolerated === undefined);
  const tolerated = pack.checks.filter((check) => check.status === "failed" && check.tolerated !== undefined);
  const warned = pack.checks.filter((check) => check.status !== "failed" && check.warnings?.length);
  const blocks = failed.map((check) => [
    ...failedBlock(check, exchanges, style, options),
    ...explainLine(check, pack).map((line) => `  ${style.dim(line)}`),
  ]);
  if (options.quiet) return blocks;
  blocks.push(...tolerated.map((check) => toleratedBlock(check, style)));
  blocks.push(...warned.map((check) => warningBlock(check, exchanges, style, options)));
  blocks.push(...couldNotRunBlocks(pack.checks, style));
  const notes = pack.checks.flatMap((check) =>
    (check.notes ?? []).map((note) => `note    ${check.id}: ${visibleLine(note)}`),
  );
  if (notes.length > 0) blocks.push(notes.map((line) => style.dim(line)));
  if (options.verbose) blocks.push(pack.checks.map((check) => verboseLine(check, style)));
  return blocks;
}

function failedBlock(
  check: CheckResult,
  exchanges: readonly Exchange[],
  style: Style,
  options: TerminalOptions,
): string[] {
  const findings = (check.subjects ?? []).filter((finding) => finding.status === "failed");
  const lines = [`${style.bad("FAILED")}  ${style.strong(check.id)}${advisory(check)}  ${visibleLine(check.title)}`];
  if (findings.length === 0) lines.push(...quoted(check.error?.message ?? "", MARK));
  for (const finding of findings) {
    lines.push(...quoted(about(finding.subject, finding.variant) + (finding.message ?? ""), MARK));
    lines.push(...toleratedLines(finding.tolerated, style));
    lines.push(...evidenceLines(finding.evidence, exchanges, style, options).map((line) => `  ${line}`));
  }
  if (options.verbose) lines.push(...reproduceLines(check, style));
  lines.push(`  ${style.dim(`source: ${ruleText(check.rule)}`)}`);
  return lines;
}

/** How to send again what showed the violation. */
function reproduceLines({ details }: CheckResult, style: Style): string[] {
  const lines = member(details, "reproduce");
  const texts = Array.isArray(lines) ? lines.filter((line) => typeof line === "string") : [];
  return texts.map((line) => `  ${style.dim(`reproduce: ${visibleLine(line)}`)}`);
}

/** A violation that is known: what it is, and why it is accepted. */
function toleratedBlock(check: CheckResult, style: Style): string[] {
  const head = `${style.doubtful("tolerated")}  ${style.strong(check.id)}${advisory(check)}  ${visibleLine(check.title)}`;
  const reasons = new Set((check.subjects ?? []).flatMap(({ tolerated }) => tolerated ?? []));
  const lines = [...(reasons.size > 0 ? reasons : [check.tolerated])].flatMap((reason) =>
    toleratedLines(reason, style),
  );
  return [head, ...quoted(check.error?.message ?? "", MARK), ...lines];
}

function toleratedLines(reason: string | undefined, style: Style): string[] {
  return reason === undefined ? [] : [`  ${style.dim(`tolerated: ${visibleLine(reason)}`)}`];
}

function warningBlock(
  check: CheckResult,
  exchanges: readonly Exchange[],
  style: Style,
  options: TerminalOptions,
): string[] {
  const lines = [
    `${style.doubtful("warning")} ${style.strong(check.id)}${advisory(check)}  ${visibleLine(check.title)}`,
  ];
  for (const warning of check.warnings ?? []) lines.push(...quoted(warning, MARK));
  lines.push(...toleratedLines(check.tolerated, style));
  if (options.verbose)
    lines.push(...evidenceLines(check.evidence ?? [], exchanges, style, options).map((line) => `  ${line}`));
  lines.push(`  ${style.dim(`source: ${ruleText(check.rule)}`)}`);
  return lines;
}

/** One block for each reason: one root cause is said once. */
function couldNotRunBlocks(checks: readonly CheckResult[], style: Style): string[][] {
  const byReason = new Map<string, CheckResult[]>();
  for (const check of checks.filter((entry) => entry.skipReason === "could-not-run")) {
    const reason = check.error?.message ?? "no reason was given";
    byReason.set(reason, [...(byReason.get(reason) ?? []), check]);
  }
  return [...byReason].map(([reason, blocked]) => [
    `${style.doubtful("could not run")}  ${blocked.map((check) => check.id).join(", ")}`,
    ...quoted(reason, MARK),
  ]);
}

function verboseLine(check: CheckResult, style: Style): string {
  const reason = check.skipReason === "not-applicable" ? ` (${visibleLine(check.error?.message ?? "")})` : "";
  const status =
    check.status === "failed" && check.tolerated !== undefined ? "tolerated" : (check.skipReason ?? check.status);
  const line = `${status.padEnd(14)} ${check.id}  ${Math.round(check.durationMs)} ms${reason}`;
  return check.status === "passed" ? style.good(line) : style.dim(line);
}

function advisory(check: CheckResult): string {
  return check.advisory ? " (advisory)" : "";
}

function about(subject: string | undefined, variant: string | undefined): string {
  const name = [subject, variant].filter((part) => part !== undefined).join(" / ");
  return name ? `${name}: ` : "";
}
