import type { JsonObject } from "@mcptest/pack";
import type {
  Artifact,
  CategorySummary,
  CheckResult,
  NotSelected,
  Outcome,
  ServerResult,
  SkipReason,
} from "./model.js";

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
  notSelected: NotSelected[];
  /** Remarks of the detection, such as what the server wrote to stdout that is no message. */
  notes?: string[];
  /** Files that the pack attached, such as screenshots. Absent: none. */
  artifacts?: Artifact[];
  /** Why the server could not be tested at all; every check is then could-not-run for this. */
  problem?: ServerResult["problem"];
}

/** A check of a result that another tool made: the members that {@link toConformanceReport} reads. */
export interface ForeignCheck {
  id: string;
  category: string;
  title?: string;
  description?: string;
  status: "passed" | "failed" | "skipped";
  skipReason?: SkipReason;
  durationMs?: number;
  advisory?: boolean;
  tolerated?: string;
  warnings?: string[];
  error?: { message: string; details?: unknown };
  details?: unknown;
  docsUrl?: string;
}

/** A result of checks from another tool: protocol results name a `serverUrl`, others a `target`. */
export interface ForeignChecksResult {
  passed: boolean;
  outcome?: string;
  incompleteReason?: string;
  target?: string;
  serverUrl?: string;
  checks: ForeignCheck[];
  summary?: string;
  durationMs?: number;
  discovery?: object;
}

/** One step of an OAuth flow as published results hold it. */
export interface OAuthStep {
  step: string;
  title?: string;
  summary?: string;
  status: "passed" | "failed" | "skipped";
  durationMs?: number;
  error?: { message: string; details?: unknown };
  teachableMoments?: string[];
  httpAttempts?: {
    request: { method: string; url: string };
    response?: { status: number; statusText?: string };
  }[];
}

/** A published result of an OAuth flow. */
export interface OAuthResult {
  passed: boolean;
  outcome?: string;
  incompleteReason?: string;
  protocolVersion?: string;
  registrationStrategy?: string;
  serverUrl?: string;
  steps: OAuthStep[];
  summary?: string;
  durationMs?: number;
}

/** One result of any class. */
export type SingleResult = ConformanceResult | ForeignChecksResult | OAuthResult;

/** Several labelled results of one kind. */
export interface ResultSuite {
  name: string;
  passed: boolean;
  results: (SingleResult & { label?: string })[];
  summary?: string;
  durationMs?: number;
}

/** The one shape for CI that every result is brought into. */
export interface ConformanceReport {
  schemaVersion: 1;
  /** `tasks-conformance`, `protocol-conformance`, `oauth-conformance`, `apps-conformance`, … */
  kind: string;
  name: string;
  passed: boolean;
  /** Absent where a published result has an outcome of its own, such as an OAuth result's `not-applicable`. */
  outcome?: "passed" | "failed" | "incomplete";
  incompleteReason?: string;
  durationMs: number;
  groups: ConformanceReportGroup[];
}

/** The checks of one result, or of one pack on one lane of a run. */
export interface ConformanceReportGroup {
  /** `tasks-1` of a result; `server/lane/pack` of a run, and `server/connection` where a server could not be tested. */
  id: string;
  title: string;
  /** URL or stdio command under test. */
  target: string;
  passed: boolean;
  durationMs: number;
  summary?: string;
  cases: ConformanceReportCase[];
}

/** One check, or one step of an OAuth flow. */
export interface ConformanceReportCase {
  id: string;
  title: string;
  category: string;
  status: "passed" | "failed" | "skipped";
  skipReason?: SkipReason;
  /** Id of the case in the same group that tells why this one could not run. */
  blockedBy?: string;
  durationMs: number;
  description?: string;
  /** The check is newer than the major of its pack: whatever it says fails nothing. */
  advisory?: true;
  /** Why the violations and warnings of the case are tolerated: it fails nothing then. */
  tolerated?: string;
  error?: string;
  warnings?: string[];
  /** A page about the check. */
  docsUrl?: string;
  /** What the check reports beside its verdict: `details` of the check, `errorDetails` of its error, each where there is one. */
  details?: unknown;
  /** The HTTP requests of an OAuth step, one a line. */
  output?: string;
}
