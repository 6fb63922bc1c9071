import type { Verdict } from "@mcptest/pack";
import { told } from "./define.js";

/** Findings of one check. */
const MOST = 100;

/** A violation on one revision. */
export interface Violation {
  /** A URI, a method or an id. */
  subject: string;
  version: string;
  /** What was looked at or sent, as a clause. */
  sent: string;
  came: string;
  asks: string;
  fix: string;
  evidence: number[];
  /** Default `fail`. */
  outcome?: "fail" | "warn" | "note";
}

/** Reports violations, the first hundred of a check. */
export function report(verdict: Verdict, violations: readonly Violation[]): void {
  for (const { subject, version, evidence, outcome = "fail", sent, ...words } of violations.slice(0, MOST)) {
    const finding = told({ sent: `${sent}, on ${version}`, ...words });
    verdict[outcome](finding, evidence, { subject, variant: version });
  }
  if (violations.length > MOST) verdict.note(`${violations.length - MOST} more findings of this kind were left out`);
}
