import type { CheckResult, Exchange, PackResult, RuleSource, SubjectResult } from "@mcptest/core/report";
import { quoted, visibleLine } from "../visible.js";
import { evidenceLines } from "./evidence.js";
import type { Style, TerminalOptions } from "./style.js";

const MARK = "| ";

/** The checks of a pack that need a reader: failures, warnings, what could not run; with `verbose` all others too. */
export function checkBlocks(
  pack: PackResult,
  exchanges: readonly Exchange[],
  style: Style,
  options: TerminalOptions,
): string[][] {
  const failed = pack.checks.filter((check) => check.status === "failed");
  const warned = pack.checks.filter((check) => check.status !== "failed" && check.warnings?.length);
  const blocks = failed.map((check) => failedBlock(check, exchanges, style, options));
  if (options.quiet) return blocks;
  blocks.push(...warned.map((check) => warningBlock(check, exchanges, style, options)));
  blocks.push(...reasonBlocks(pack.checks, "could-not-run", style.doubtful("could not run")));
  const decided = pack.checks.some((check) => !check.advisory && check.status !== "skipped");
  if (!decided) blocks.push(...reasonBlocks(pack.checks, "not-applicable", style.doubtful("not applicable")));
  const notes = pack.checks.flatMap((check) =>
    (check.notes ?? []).flatMap((note) => headed(`note    ${check.id}: `, note)),
  );
  if (notes.length > 0) blocks.push(notes.map((line) => style.dim(line)));
  if (options.verbose) blocks.push(pack.checks.flatMap((check) => verboseLines(check, style)));
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
  if (findings.length === 0) {
    lines.push(...quoted(check.error?.message ?? "", MARK));
    lines.push(...evidenceLines(check.evidence ?? [], exchanges, style, options).map((line) => `  ${line}`));
  }
  for (const [shared, group] of byAdvice(findings)) {
    for (const { head, evidence } of group) {
      lines.push(...quoted(group.length === 1 ? head + shared : head, MARK));
      lines.push(...evidenceLines(evidence, exchanges, style, options).map((line) => `  ${line}`));
    }
    if (group.length > 1 && shared !== "") lines.push(...quoted(shared.slice(1), MARK));
  }
  if (!options.quiet) lines.push(...otherWarnings(check).flatMap((warning) => quoted(`warning: ${warning}`, MARK)));
  lines.push(`  ${style.dim(`source: ${ruleText(check.rule)}`)}`);
  return lines;
}

/**
 * Findings by what stands below the first line of their message, such as the rule and the fix, with the line feed before
 * it: what several have in common is said once, behind the last of them.
 */
function byAdvice(findings: readonly SubjectResult[]): Map<string, { head: string; evidence: number[] }[]> {
  const groups = new Map<string, { head: string; evidence: number[] }[]>();
  for (const { subject, variant, message = "", evidence } of findings) {
    const end = message.indexOf("\n");
    const [first, shared] = end === -1 ? [message, ""] : [message.slice(0, end), message.slice(end)];
    const entry = { head: `${about(subject, variant, first)}${first}`, evidence };
    groups.set(shared, [...(groups.get(shared) ?? []), entry]);
  }
  return groups;
}

/** The warnings of a failed check that its error does not repeat, as that of `--strict` does. */
function otherWarnings({ warnings = [], error }: CheckResult): string[] {
  return warnings.filter((warning) => !error?.message.includes(warning));
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
  if (options.verbose)
    lines.push(...evidenceLines(check.evidence ?? [], exchanges, style, options).map((line) => `  ${line}`));
  lines.push(`  ${style.dim(`source: ${ruleText(check.rule)}`)}`);
  return lines;
}

/** One block for each reason: one root cause is said once. */
function reasonBlocks(checks: readonly CheckResult[], skipReason: CheckResult["skipReason"], word: string): string[][] {
  const byReason = new Map<string, CheckResult[]>();
  for (const check of checks.filter((entry) => entry.skipReason === skipReason)) {
    const reason = check.error?.message ?? "no reason was given";
    byReason.set(reason, [...(byReason.get(reason) ?? []), check]);
  }
  return [...byReason].map(([reason, blocked]) => [
    `${word}  ${blocked.map((check) => check.id).join(", ")}`,
    ...quoted(reason, MARK),
  ]);
}

function verboseLines(check: CheckResult, style: Style): string[] {
  const status = check.skipReason ?? check.status;
  const line = `${status.padEnd(14)} ${check.id}  ${Math.round(check.durationMs)} ms`;
  const reason = check.skipReason === "not-applicable" ? check.error?.message : undefined;
  const lines = reason === undefined ? [line] : headed(`${line}  `, reason);
  return lines.map(check.status === "passed" ? style.good : style.dim);
}

/** The first line of a text behind `head`, those that follow behind the mark of a quotation. */
function headed(head: string, text: string): string[] {
  const [first = "", ...rest] = text.split(/\r?\n/);
  return [`${head}${visibleLine(first)}`, ...rest.flatMap((line) => quoted(line, MARK))];
}

function advisory(check: CheckResult): string {
  return check.advisory ? " (advisory)" : "";
}

/** Whom a finding is about, unless its words begin with that. */
function about(subject: string | undefined, variant: string | undefined, words: string): string {
  const name = [subject, variant].filter((part) => part !== undefined).join(" / ");
  return name && !words.startsWith(name) ? `${name}: ` : "";
}

/** `I12, H11; ext-tasks, Tasks; revision 2026-07-28`. */
function ruleText(rule: RuleSource): string {
  const place = [rule.source, rule.section].filter((part) => part !== undefined).join(", ");
  const parts = [rule.contract, place, rule.revision ? `revision ${rule.revision}` : undefined, rule.url];
  return visibleLine(parts.filter((part) => part !== undefined).join("; "));
}
