import type { ConformanceResult } from "../report/conformance.js";
import type { PackResult, ServerResult } from "../report/model.js";
import { incompleteReasonOf } from "./outcome.js";

/**
 * One pack on one server in the shape that a conformance class returns. A pack that decided nothing is incomplete there:
 * a result is asked for, and skips never add up to a pass.
 */
export function toConformanceResult(server: ServerResult, pack: PackResult): ConformanceResult {
  const outcome = pack.outcome === "skipped" ? "incomplete" : pack.outcome;
  const reason = pack.incompleteReason ?? incompleteReasonOf(pack.checks);
  const incompleteReason = pack.checks.length === 0 ? (pack.skippedBecause ?? reason) : reason;
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
  };
}
