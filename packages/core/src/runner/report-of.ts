import type { ArtifactStore } from "../host/index.js";
import { REPORT_SCHEMA_VERSION, type Report, type ServerResult, type Toleration } from "../report/model.js";
import { exitCodeOf, runOutcome, runSummaryOf } from "./outcome.js";
import { tolerationResults } from "./tolerate.js";
import type { RunRequest } from "./types.js";

/** What a report takes of the request. */
export type ReportRequest = Pick<
  RunRequest,
  "tool" | "tolerate" | "judgesStale" | "readOnly" | "seed" | "signal" | "configFile"
>;

/** What a run has come to. */
export interface Finished {
  startedAt: Date;
  durationMs: number;
  complete: boolean;
  servers: ServerResult[];
  browser?: Report["browser"];
}

/** The report of a run. */
export function reportOf(
  request: ReportRequest,
  { startedAt, durationMs, complete, servers, browser }: Finished,
  artifacts: ArtifactStore,
): Report {
  const tested = { startedAt, complete, servers };
  const outcome = outcomeOf(request, tested);
  const tolerations = tolerationsOf(request, tested);
  return {
    schemaVersion: REPORT_SCHEMA_VERSION,
    tool: { name: "mcptest", version: request.tool.version },
    startedAt: startedAt.toISOString(),
    durationMs,
    complete,
    ...(request.readOnly ? { readOnly: true } : {}),
    seed: request.seed ?? Math.floor(Math.random() * 2 ** 31),
    outcome,
    passed: outcome === "passed",
    summary: runSummaryOf(servers),
    exitCode: !complete && request.signal?.aborted ? codeOfStop(request.signal) : exitCodeOf(outcome),
    ...(request.configFile === undefined ? {} : { configFile: request.configFile }),
    ...(browser === undefined ? {} : { browser }),
    servers,
    ...(tolerations.length > 0 ? { tolerations } : {}),
    artifacts: artifacts.all(),
  };
}

function codeOfStop(signal: AbortSignal): 130 | 143 {
  return signal.reason === "SIGTERM" ? 143 : 130;
}

/** The outcome of what was tested so far. */
export function outcomeOf(request: ReportRequest, tested: Pick<Finished, "startedAt" | "complete" | "servers">) {
  const outcomes = tested.servers.map(({ outcome }) => outcome);
  const hasStale = tolerationsOf(request, tested).some(({ state }) => state === "stale");
  return runOutcome(outcomes, tested.complete, hasStale);
}

/** What became of the entries of `tolerate`. A run that was stopped has not decided everything, so none is stale. */
function tolerationsOf(
  { tolerate = [], judgesStale = () => true }: ReportRequest,
  { startedAt, complete, servers }: Pick<Finished, "startedAt" | "complete" | "servers">,
) {
  const mayBeStale = (entry: Toleration) => complete && judgesStale(entry);
  return tolerationResults(tolerate, servers, { at: startedAt, mayBeStale });
}
