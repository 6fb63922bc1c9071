import type { JsonObject } from "@mcptest/pack";
import type { CategorySummary, CheckResult, Outcome } from "./model.js";

/** What a conformance class returns: one pack on one server. */
export interface ConformanceResult {
  passed: boolean;
  outcome: Exclude<Outcome, "skipped">;
  incompleteReason?: string;
  /** URL or stdio command under test. */
  target: string;
  checks: CheckResult[];
  summary: string;
  durationMs: number;
  categorySummary: Record<string, CategorySummary>;
  discovery: JsonObject;
  /** Name and version of the pack that judged. */
  pack: { name: string; version: string };
  profile?: string;
  notSelected: { id: string; needs: string }[];
}
