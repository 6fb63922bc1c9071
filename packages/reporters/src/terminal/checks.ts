import { type CheckResult, type Exchange, member, type PackResult, type SubjectResult } from "@mcptest/core/report";
import { quoted, visibleLine } from "../visible.js";
import { evidenceLines } from "./evidence.js";
import { explainLine, ruleText } from "./rule.js";
import type { Style, TerminalOptions } from "./style.js";

const MARK = "| ";

/** Checks that each name the command which explains them; where there are more, it is named once. */
const FEW = 3;

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
  const areFew = failed.length + (options.quiet ? 0 : warned.length) <= FEW;
  const explained = (check: CheckResult, block: string[]) => [
    ...block,
    ...(areFew ? explainLine(check, pack).map((line) => `  ${style.dim(line)}`) : []),
  ];
  const hints = areFew ? [] : explainLine({ id: "CHECK-ID" }, pack).map((line) => [style.dim(line)]);
  const blocks = failed.map((check) => explained(check, failedBlock(check, exchanges, style, options)));
  if (options.quiet) return [...blocks, ...hints];
  blocks.push(...tolerated.map((check) => toleratedBlock(check, style)));
  blocks.push(...warned.map((check) => explained(check, warningBlock(check, exchanges, style, options))));
  blocks.push(...hints);
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
    for (const { head, evidence, tolerated } of group) {
      lines.push(...quoted(group.length === 1 ? head + shared : head, MARK));
      lines.push(...toleratedLines(tolerated, style));
      lines.push(...evidenceLines(evidence, exchanges, style, options).map((line) => `  ${line}`));
    }
    if (group.length > 1 && shared !== "") lines.push(...quoted(shared.slice(1), MARK));
  }
  if (!options.quiet) lines.push(...otherWarnings(check).flatMap((warning) => quoted(`warning: ${warning}`, MARK)));
  if (options.verbose) lines.push(...reproduceLines(check, style));
  lines.push(`  ${style.dim(`source: ${ruleText(check.rule)}`)}`);
  return lines;
}

/** One finding of several: its first line, and why it is accepted. */
interface Head {
  head: string;
  evidence: number[];
  tolerated?: string;
}

/**
 * Findings by what stands below the first line of their message, such as the rule and the fix, with the line feed before
 * it: what several have in common is said once, behind the last of them.
 */
function byAdvice(findings: readonly SubjectResult[]): Map<string, Head[]> {
  const groups = new Map<string, Head[]>();
  for (const { subject, variant, message = "", evidence, tolerated } of findings) {
    const end = message.indexOf("\n");
    const [first, shared] = end === -1 ? [message, ""] : [message.slice(0, end), message.slice(end)];
    const entry = { head: `${about(subject, variant, first)}${first}`, evidence, tolerated };
    groups.set(shared, [...(groups.get(shared) ?? []), entry]);
  }
  return groups;
}

/** The warnings of a failed check that its error does not repeat, as that of `--strict` does, and that nobody accepts. */
function otherWarnings({ warnings = [], error, subjects = [] }: CheckResult): string[] {
  const accepted = new Set(subjects.flatMap(({ tolerated, message }) => (tolerated === undefined ? [] : message)));
  return warnings.filter((warning) => !error?.message.includes(warning) && !accepted.has(warning));
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
  const isTolerated = check.status === "failed" && check.tolerated !== undefined;
  const status = isTolerated ? "tolerated" : (check.skipReason ?? check.status);
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
