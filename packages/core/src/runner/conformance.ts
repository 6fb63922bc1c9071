import { McptestError } from "../errors/index.js";
import type { ConformanceResult } from "../report/conformance.js";
import type { PackResult, Report, ServerResult } from "../report/model.js";
import { incompleteReasonOf } from "./outcome.js";
import type { PackSelection } from "./types.js";

/**
 * One pack on one server in the shape that a conformance class returns. A pack that decided nothing is incomplete there:
 * a result is asked for, and skips never add up to a pass.
 */
export function toConformanceResult(server: ServerResult, pack: PackResult): ConformanceResult {
  const outcome = pack.outcome === "skipped" ? "incomplete" : pack.outcome;
  const reason = pack.incompleteReason ?? incompleteReasonOf(pack.checks);
  const incompleteReason = pack.checks.length === 0 ? (pack.skippedBecause ?? reason) : reason;
  const notes = server.lanes.find(({ id }) => id === pack.lane)?.notes;
  return {
    passed: outcome === "passed",
    outcome,
    ...(outcome === "incomplete" && incompleteReason !== undefined ? { incompleteReason } : {}),
    target: server.target,
    checks: pack.checks,
    summary: pack.summary,
    durationMs: pack.durationMs,
    categorySummary: pack.categorySummary,
    discovery: pack.discovery ?? {},
    pack: { name: pack.name, version: pack.version },
    ...(pack.profile === undefined ? {} : { profile: pack.profile }),
    notSelected: pack.notSelected,
    ...(notes ? { notes } : {}),
    ...(server.problem ? { problem: server.problem } : {}),
  };
}

/**
 * What a conformance class or command gives: the report of a run of one pack on one server, in the published shape of a
 * conformance result. A run that was stopped before its end is never passed.
 */
export function conformanceResultOf(report: Report, { loaded }: PackSelection): ConformanceResult {
  const { name } = loaded.pack;
  const [server] = report.servers;
  const pack = server?.packs.find((candidate) => candidate.name === name);
  if (server === undefined || pack === undefined)
    throw new McptestError("INTERNAL", `the report of the run has no entry for ${name}`);
  const { durationMs, artifacts } = report;
  const attached = artifacts.length > 0 ? { artifacts } : {};
  const result = { ...toConformanceResult(server, pack), durationMs, ...attached };
  if (report.complete || result.outcome !== "passed") return result;
  return { ...result, passed: false, outcome: "incomplete", incompleteReason: "the run was stopped before its end" };
}
