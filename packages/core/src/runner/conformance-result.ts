import type { ConformanceResult } from "../report/conformance.js";
import type { CheckResult, Outcome, PackResult, Report, ServerResult } from "../report/model.js";
import { describe } from "./check-run.js";
import { categorySummaryOf, incompleteReasonOf, packOutcome, summaryOf } from "./outcome.js";
import { identityOf } from "./pack-result.js";
import { chosen, profileOf } from "./selection.js";
import type { PackSelection } from "./types.js";

/**
 * What a conformance class or command gives: the report of a run of one pack on one server, in the published shape of a
 * conformance result. Where the server could not be tested at all, every selected check is could-not-run for that one
 * reason.
 */
export function conformanceResultOf(report: Report, selection: PackSelection): ConformanceResult {
  const { name, version } = selection.loaded.pack;
  const [server] = report.servers;
  const pack = server?.packs.find((candidate) => candidate.name === name && candidate.checks.length > 0);
  const checks = pack?.checks ?? untested(selection, server?.problem);
  const outcome = outcomeOf(pack?.outcome ?? packOutcome(checks), report.complete);
  const reason = outcome === "incomplete" ? incompleteReason(pack, checks, report.complete) : undefined;
  const profile = pack?.profile ?? profileOf(selection);
  return {
    passed: outcome === "passed",
    outcome,
    ...(reason === undefined ? {} : { incompleteReason: reason }),
    target: server?.target ?? "",
    checks,
    summary: pack?.summary ?? summaryOf(checks),
    durationMs: report.durationMs,
    categorySummary: pack?.categorySummary ?? categorySummaryOf(identityOf(selection.loaded).categories, checks),
    discovery: pack?.discovery ?? {},
    pack: { name, version },
    ...(profile === undefined ? {} : { profile }),
    notSelected: pack?.notSelected ?? [],
  };
}

/** Nothing decided is nothing to pass, and so is a run that was stopped before its end. */
function outcomeOf(outcome: Outcome, complete: boolean): ConformanceResult["outcome"] {
  return outcome === "skipped" || (outcome === "passed" && !complete) ? "incomplete" : outcome;
}

function incompleteReason(pack: PackResult | undefined, checks: CheckResult[], complete: boolean): string {
  const why = pack?.incompleteReason ?? incompleteReasonOf(checks);
  return why ?? (complete ? `0 of ${checks.length} decided` : "the run was stopped before its end");
}

function untested(selection: PackSelection, problem: ServerResult["problem"]): CheckResult[] {
  const message = problem ? `${problem.message} ${problem.fix}` : "the server was not tested";
  return chosen(selection).map((check) => ({
    ...describe(check),
    status: "skipped",
    skipReason: "could-not-run",
    origin: problem?.origin ?? "host",
    durationMs: 0,
    error: { message },
  }));
}
