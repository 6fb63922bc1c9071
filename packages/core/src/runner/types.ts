import type { HeaderList } from "@mcptest/pack";
import type { ErrorCode } from "../errors/index.js";
import type { BrowserChoice } from "../host/index.js";
import type { OptionNaming } from "../loader/option-name.js";
import type { LoadedPack } from "../loader/types.js";
import type { EraChoice, NegotiationOptions } from "../negotiation/types.js";
import type { CheckResult, ServerResult, Toleration } from "../report/model.js";
import type { Target, WireLimits, WireOptions } from "../wire/types.js";

/** How a pack is to run. */
export interface PackSelection {
  loaded: LoadedPack;
  /** Profile; default the pack's own. */
  profile?: string;
  /** Replaces the profile's list. */
  checkIds?: string[];
  categories?: string[];
  /** Selects the checks of roles that are not configured. */
  requireRoles?: boolean;
  /** Runs even when the extension is absent (`mcptest conformance PACK`): checks then say so themselves. */
  always?: boolean;
}

/** Everything a run needs; made by the command line, the sdk or a suite. */
export interface RunRequest {
  tool: { version: string };
  servers: Target[];
  packs: PackSelection[];
  /** Another way to reach the one server of the run, whose answers packs may compare. */
  also?: Target;
  /** Extension ids whose absence fails. */
  require: string[];
  /** `all` runs every lane of a server. Default `auto`: the preferred one. */
  era: EraChoice | "all";
  protocolVersion?: string;
  onlyAdvertised?: boolean;
  /** Calls no tool that is not annotated read-only, and runs nothing that may change state. */
  readOnly?: boolean;
  strict?: boolean;
  /** In what words advice names options of packs. Default: those of `--options`. */
  optionNaming?: OptionNaming;
  /** Advice in place of that of the table of errors, by code, for a caller that has no flags. */
  fixes?: Partial<Record<ErrorCode, string>>;
  /** Findings that are known and accepted: they fail nothing. */
  tolerate?: Toleration[];
  /**
   * Which entries of `tolerate` may be found stale: not those whose finding the run leaves out by a filter. Default: all.
   */
  judgesStale?: (entry: Toleration) => boolean;
  /** False where entries of `tolerate` may mean packs that the run has not. Default: true. */
  hasEveryPack?: boolean;
  advisory?: "count";
  limits: WireLimits;
  negotiation: Omit<NegotiationOptions, "era" | "protocolVersion" | "identity">;
  /** Milliseconds for one check. `DEFAULT_TIMES` has the defaults: 120 000, 600 000 and 1 800 000. */
  checkTimeoutMs: number;
  /** Milliseconds for one server. */
  serverTimeoutMs: number;
  /** Milliseconds for the whole run. */
  runTimeoutMs: number;
  /** Servers that are tested at once. Default 1. */
  concurrency?: number;
  /** Headers of the second principal, for HTTP targets. */
  secondIdentity?: HeaderList;
  /** For packs that want a browser. Default: one is looked for, and started in its sandbox. */
  browser?: BrowserChoice;
  seed?: number;
  configFile?: string;
  /** Values to mask wherever they occur, beside those of the targets. */
  secrets?: string[];
  /** File that gets the whole transcript. */
  saveTranscript?: string;
  /**
   * Stops the run; the report is then partial (`complete: false`) and its exit code 130, or 143 when the reason of the
   * abort is the text `SIGTERM`.
   */
  signal?: AbortSignal;
  onProgress?: (event: ProgressEvent) => void;
  /** Takes what packs write to stdout, which belongs to the report; secrets are masked. Default: to stderr. */
  onPackOutput?: (text: string) => void;
  /** Tests only: see {@link WireOptions.tamper}. */
  tamper?: WireOptions["tamper"];
  /** Tests only: passes everything through `structuredClone`, as an isolated pack would see it. */
  cloneHostValues?: boolean;
}

/** What happens during a run, in order. */
export type ProgressEvent =
  | { kind: "server-start"; server: string }
  | { kind: "pack-start"; server: string; lane: string; pack: string; checks: number }
  | { kind: "check-start"; server: string; lane: string; pack: string; check: string }
  | { kind: "check-end"; server: string; lane: string; pack: string; result: CheckResult }
  | { kind: "pack-end"; server: string; lane: string; pack: string }
  /**
   * The verdicts of a server are in, its teardown comes next. `exitCode` is that of the run as far as it is known: it
   * only ever gets worse, and is not 0 while another server is to come.
   */
  | { kind: "decided"; server: string; exitCode: number }
  | { kind: "server-end"; server: string; result: ServerResult };
