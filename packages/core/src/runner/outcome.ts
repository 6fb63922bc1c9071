import type { CategorySummary, CheckResult, Outcome, PackResult, RunSummary, ServerResult } from "../report/model.js";

/** Ids that are named in a reason before the rest is counted. */
const MAX_NAMED = 10;

/** Counts of a list of checks. */
interface Counts {
  total: number;
  passed: number;
  failed: number;
  couldNotRun: number;
  notApplicable: number;
  tolerated: number;
}

/** How a check counts: a tolerated failure is no failure. */
function standingOf(check: CheckResult): keyof Omit<Counts, "total"> {
  const { status, skipReason } = check;
  if (status === "passed") return "passed";
  if (status === "skipped") return skipReason === "could-not-run" ? "couldNotRun" : "notApplicable";
  if (check.tolerated === undefined) return "failed";
  // What is left when the violations are taken away is what the check says.
  return check.subjects?.some((finding) => finding.status === "could-not-run") ? "couldNotRun" : "tolerated";
}

/** The checks that count: advisory ones are reported and counted nowhere. */
function counted(checks: readonly CheckResult[]): CheckResult[] {
  return checks.filter((check) => !check.advisory);
}

/** Counts what counts. */
function countsOf(checks: readonly CheckResult[]): Counts {
  const list = counted(checks);
  const counts: Counts = { total: list.length, passed: 0, failed: 0, couldNotRun: 0, notApplicable: 0, tolerated: 0 };
  for (const check of list) counts[standingOf(check)]++;
  return counts;
}

/** `8/8 checks passed, 0 failed, 0 could not run, 0 not applicable`, and `, 1 tolerated` where there is one. */
export function summaryOf(checks: readonly CheckResult[]): string {
  const { total, passed, failed, couldNotRun, notApplicable, tolerated } = countsOf(checks);
  const more = tolerated > 0 ? `, ${tolerated} tolerated` : "";
  return `${passed}/${total} checks passed, ${failed} failed, ${couldNotRun} could not run, ${notApplicable} not applicable${more}`;
}

/** Counts by category: every category of the pack, in its order, those without a selected check too. */
export function categorySummaryOf(
  categories: Iterable<string>,
  checks: readonly CheckResult[],
): Record<string, CategorySummary> {
  const list = counted(checks);
  const entries = [...new Set(categories)].map((category): [string, CategorySummary] => {
    const { total, passed, failed, couldNotRun, notApplicable, tolerated } = countsOf(
      list.filter((check) => check.category === category),
    );
    const more = tolerated > 0 ? { tolerated } : {};
    return [category, { total, passed, failed, skipped: couldNotRun + notApplicable, couldNotRun, ...more }];
  });
  return Object.fromEntries(entries);
}

/**
 * Outcome of a pack that ran: failed, else incomplete, else passed. `skipped` when it decided nothing and nothing that
 * applies was left undone: every check is not-applicable, so there is nothing to pass.
 */
export function packOutcome(checks: readonly CheckResult[]): Outcome {
  const { passed, failed, couldNotRun, tolerated } = countsOf(checks);
  if (failed > 0) return "failed";
  if (couldNotRun > 0) return "incomplete";
  return passed + tolerated > 0 ? "passed" : "skipped";
}

/** Outcome of a server: the worst of its packs; a server that could not be tested is incomplete. */
export function serverOutcome(packs: readonly PackResult[], problem: ServerResult["problem"]): Outcome {
  return worst([...packs.map(({ outcome }) => outcome), ...(problem ? ["incomplete" as const] : [])]);
}

/**
 * Outcome of a run: the worst of its servers. A run that decided nothing, or did not reach its end, is incomplete; one
 * with a stale entry of `tolerate` failed.
 */
export function runOutcome(outcomes: readonly Outcome[], complete: boolean, hasStale = false): Outcome {
  const outcome = worst([
    ...outcomes,
    ...(complete ? [] : ["incomplete" as const]),
    ...(hasStale ? ["failed" as const] : []),
  ]);
  return outcome === "skipped" ? "incomplete" : outcome;
}

const BY_WEIGHT: readonly Outcome[] = ["failed", "incomplete", "passed", "skipped"];

function worst(outcomes: readonly Outcome[]): Outcome {
  return BY_WEIGHT.find((outcome) => outcomes.includes(outcome)) ?? "skipped";
}

/** Exit code of an outcome: 0 passed, 1 failed, 3 incomplete. */
export function exitCodeOf(outcome: Outcome): 0 | 1 | 3 {
  return outcome === "passed" ? 0 : outcome === "failed" ? 1 : 3;
}

/** The worse of two exit codes: one that stands is never made better. 0 is best, then 3, then the others as they rise. */
export function worseExitCode(one: number, other: number): number {
  const weight = (code: number) => (code === 0 ? 0 : code === 3 ? 1 : code === 1 ? 2 : 2 + code);
  return weight(other) > weight(one) ? other : one;
}

/**
 * Which checks did not run and why, one line for each cause: `2 of 8 checks did not run: the call made no task
 * (tasks-ttl-shape, tasks-inline-result)`. When nothing was decided, that is said first, and why the others do not apply
 * as well. `undefined` when the list is neither incomplete nor empty of decisions.
 */
export function incompleteReasonOf(checks: readonly CheckResult[]): string | undefined {
  const list = counted(checks);
  const { total, passed, failed, tolerated } = countsOf(list);
  const lines = [...byReason(list, "could-not-run")].map(
    ([cause, ids]) => `${ids.length} of ${total} checks did not run: ${cause} (${named(ids)})`,
  );
  if (passed + failed + tolerated === 0) {
    lines.unshift(`0 of ${total} decided`);
    for (const [cause, ids] of byReason(list, "not-applicable")) {
      lines.push(`${ids.length} of ${total} checks do not apply: ${cause} (${named(ids)})`);
    }
  }
  return lines.length === 0 ? undefined : lines.join("\n");
}

/** The ids of the checks that were skipped so, by their reason. */
function byReason(checks: readonly CheckResult[], wanted: CheckResult["skipReason"]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { id, skipReason, error } of checks) {
    if (skipReason !== wanted) continue;
    const cause = error?.message ?? "no reason was given";
    found.set(cause, [...(found.get(cause) ?? []), id]);
  }
  return found;
}

function named(ids: string[]): string {
  const more = ids.length - MAX_NAMED;
  return more > 0 ? `${ids.slice(0, MAX_NAMED).join(", ")}, and ${more} more` : ids.join(", ");
}

/** The counts of a whole run. */
export function runSummaryOf(servers: readonly ServerResult[]): RunSummary {
  const packs = servers.flatMap((server) => server.packs);
  const checks = packs.flatMap((pack) => pack.checks);
  const { tolerated, ...counts } = countsOf(checks);
  return {
    ...counts,
    ...(tolerated > 0 ? { tolerated } : {}),
    warnings: counted(checks).reduce((sum, check) => sum + (check.warnings?.length ?? 0), 0),
    skippedPacks: packs.filter((pack) => !pack.ran && pack.outcome === "skipped").length,
  };
}
