import type { Era, Exchange, Json, JsonObject, Level, Origin, RuleSource, Transport } from "@mcptest/pack";

/** Version of the report's shape. */
export const REPORT_SCHEMA_VERSION = 1;

/** `passed` may carry warnings; `skipped` has a {@link SkipReason}. */
export type CheckStatus = "passed" | "failed" | "skipped";
/** Why a check was not judged: it cannot apply to this server, or it applies and could not be exercised. */
export type SkipReason = "not-applicable" | "could-not-run";
/** Outcome of a pack, a server or a run. `skipped`: nothing of it applied; it counts for nothing. */
export type Outcome = "passed" | "failed" | "incomplete" | "skipped";

/** One exclusion: a finding that is known and accepted (`tolerate` of the configuration). */
export interface Toleration {
  server?: string;
  lane?: string;
  pack?: string;
  check: string;
  subject?: string;
  reason: string;
  /** Last day on which the entry counts, `YYYY-MM-DD` in UTC. */
  until?: string;
}

/**
 * What became of an entry in a run. `applied`: it tolerates a finding. `stale`: its finding was decided passed, which
 * fails the run. `expired`: its last day is over, so it counts for nothing. `undecided`: nothing was decided about it.
 */
export type TolerationState = "applied" | "stale" | "expired" | "undecided";

/** An entry, and what became of it. */
export interface TolerationResult extends Toleration {
  state: TolerationState;
}

/** One finding about one subject. */
export interface SubjectResult {
  subject?: string;
  variant?: string;
  status: "passed" | "failed" | "warning" | "note" | "could-not-run";
  message?: string;
  /** Reason of the entry that tolerates the finding: it then fails nothing. */
  tolerated?: string;
  /** Exchange numbers. */
  evidence: number[];
}

/** What a check said. */
export interface CheckResult {
  id: string;
  category: string;
  title: string;
  description: string;
  level: Level;
  tags?: string[];
  /** The check is newer than the major of its pack: reported, counted nowhere. */
  advisory?: boolean;
  status: CheckStatus;
  /** Set when every violation and warning of the check is tolerated: the reason of the first. It then fails nothing. */
  tolerated?: string;
  skipReason?: SkipReason;
  /** Whose trouble a could-not-run is, where it is known. */
  origin?: Origin;
  durationMs: number;
  warnings?: string[];
  notes?: string[];
  /** Set on `failed`, and on `skipped` with the reason as its message. */
  error?: { message: string; details?: Json };
  details?: JsonObject;
  subjects?: SubjectResult[];
  rule: RuleSource;
  /** A page about the check. */
  docsUrl?: string;
  /** Exchange numbers of all findings. */
  evidence?: number[];
  /** Ids in {@link Report.artifacts}: what the check attached, and where it found something, what its fixtures did. */
  artifacts?: string[];
}

/** Counts of the checks of one category; advisory ones are not among them. */
export interface CategorySummary {
  total: number;
  passed: number;
  failed: number;
  skipped: number;
  /** Those of `skipped` that are could-not-run. */
  couldNotRun: number;
  /** Checks that failed and are tolerated; they are not among `failed`. Absent: none. */
  tolerated?: number;
}

/** A check that was left out, and what would select it. */
export interface NotSelected {
  id: string;
  /** Names of roles, or `a server`. */
  needs: string;
  /** Set where it would not apply on this lane either. */
  applies?: false;
}

/** One pack on one lane. */
export interface PackResult {
  name: string;
  /** Key under which the configuration or the command line names it, where that is not its name: an alias or a path. */
  alias?: string;
  version: string;
  /** The pin, or `*`. */
  range: string;
  /** `bundled`, or the real path of the entry file. */
  origin: string;
  /** SHA-256 of the entry file, hex. */
  contentHash: string;
  contract: number;
  isolation: "none" | "process";
  /** Extension id, or `*`. */
  extension: string;
  lane: string;
  ran: boolean;
  /** Set when `ran` is false. */
  skippedBecause?: string;
  outcome: Outcome;
  incompleteReason?: string;
  /** `8/8 checks passed, 0 failed, 0 could not run, 0 not applicable`. */
  summary: string;
  durationMs: number;
  profile?: string;
  categorySummary: Record<string, CategorySummary>;
  notSelected: NotSelected[];
  /** How many more checks a wider profile would add, by profile. */
  moreWith?: { profile: string; count: number };
  /**
   * At most three options that would decide most of what was not decided, best first, each with the ids of the checks that
   * it adds to those before it. `option` is as whoever started the run gives it. Absent: there are none.
   */
  moreWithOptions?: { option: string; checks: string[] }[];
  discovery?: JsonObject;
  /** Trouble of the pack that belongs to no check: a teardown or a `detect` that failed. */
  warnings?: string[];
  checks: CheckResult[];
}

/** An extension found on a server. */
export interface ExtensionResult {
  id: string;
  label: string;
  version?: string;
  advertised: boolean;
  /** Set where the settings are no object: `true, not an object`. The extension then counts as absent. */
  settingsProblem?: string;
  inUse: boolean;
  /** Offered through resources (`mcp-extensions://ID/manifest.json` is listed) on a revision before 2026-07-28. */
  throughResources?: true;
  grammar: "ok" | "loose" | "bad";
}

/** One way of talking to a server: transport, era and protocol version. */
export interface LaneResult {
  id: string;
  transport: Transport;
  era: Era;
  protocolVersion: string;
  preferred: boolean;
  /** Remarks of the detection, such as why the server counts as legacy. */
  notes?: string[];
}

/** How often a tool was called, and for what. */
export interface ToolCalls {
  tool: string;
  /** The name is mcptest's own and of no tool: it was called to see the refusal. */
  madeUp?: true;
  count: number;
  /** The checks and the fixtures that called it, in the order of their first calls. */
  by: { name: string; count: number }[];
}

/** Everything about one server. */
export interface ServerResult {
  name: string;
  /** URL without credentials and query values, or the command line. */
  target: string;
  transport: Transport;
  serverInfo?: JsonObject;
  /** Last lines of stderr, redacted. */
  stderrTail?: string[];
  /** Every `tools/call`, by tool name. */
  calls: ToolCalls[];
  outcome: Outcome;
  /** Why the server could not be tested at all. */
  problem?: { code: string; message: string; fix: string; origin: Origin };
  lanes: LaneResult[];
  extensions: ExtensionResult[];
  /** How many more extensions there are: more than a report lists. */
  extensionsLeftOut?: number;
  packs: PackResult[];
  /** Those cited as evidence, and all of a failed or could-not-run check. Bodies above 64 KiB are cut. */
  exchanges: Exchange[];
}

/** A file that a check attached. Either `data` or `file` is set. */
export interface Artifact {
  id: string;
  name: string;
  mediaType: string;
  sha256: string;
  byteLength: number;
  /** Base64. */
  data?: string;
  /** Where it was written, in place of `data`: a path as the operator named its folder. */
  file?: string;
}

/** Counts over all packs of all servers; advisory checks are not among them. */
export interface RunSummary {
  total: number;
  passed: number;
  failed: number;
  couldNotRun: number;
  notApplicable: number;
  warnings: number;
  /** Checks that failed and are tolerated; they are not among `failed`. Absent: none. */
  tolerated?: number;
  skippedPacks: number;
}

/** The result of a run. Plain data; reporters only render it. */
export interface Report {
  $schema?: string;
  schemaVersion: typeof REPORT_SCHEMA_VERSION;
  tool: { name: "mcptest"; version: string };
  /** ISO 8601. */
  startedAt: string;
  durationMs: number;
  /** False when the run was stopped before its end. */
  complete: boolean;
  /** Set for a read-only run. */
  readOnly?: boolean;
  seed: number;
  outcome: Outcome;
  passed: boolean;
  summary: RunSummary;
  /** 0, 1 or 3 as the outcome gives it; a stopped run has 130 or 143. */
  exitCode: number;
  /** Path of the configuration file, when one was loaded. */
  configFile?: string;
  /** The browser that packs could use. Absent where there was none, and where no pack that wants one has run. */
  browser?: { path: string; sandbox: boolean };
  servers: ServerResult[];
  /** Every entry of `tolerate` with what became of it. Absent where there are none. */
  tolerations?: TolerationResult[];
  artifacts: Artifact[];
}
