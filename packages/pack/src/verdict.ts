import type { OptionNeed, Origin } from "./unavailable.js";

/** What a finding is about. Both parts go into the finding's stable key, so they must not hold ports, times or random ids. */
export interface Subject {
  /** A task role, tool, view or resource. */
  subject?: string;
  /** Where a subject is judged under several conditions, such as a content policy. */
  variant?: string;
}

/** Exchange numbers that show a finding. */
export type Evidence = number[];

/**
 * Collects the findings of one check. The status of the check is the worst of them: failed, could-not-run, passed.
 * A check that ends without any finding passed.
 */
export interface Verdict {
  /** The rule is violated. `message` says what came, what the rule asks and, where it is known, how to fix it. */
  fail(message: string, evidence?: Evidence, about?: Subject): void;
  /** A should is violated, or a heuristic hit; the check still passes. */
  warn(message: string, evidence?: Evidence, about?: Subject): void;
  /** Worth reading, no verdict. */
  note(message: string, evidence?: Evidence, about?: Subject): void;
  /** The subject was judged and obeys. Only needed to show that it was looked at. */
  pass(about?: Subject, evidence?: Evidence): void;
  /** The check applies and could not be exercised. `options`: any of these options of the pack would let it run. */
  couldNotRun(
    reason: string,
    more?: { origin?: Origin; evidence?: Evidence; about?: Subject; options?: readonly OptionNeed[] },
  ): void;
  /** The check cannot apply to this server. */
  notApplicable(reason: string): void;
  /** A member of the check's `details` in the report. */
  detail(name: string, value: unknown): void;
}
