import { open } from "node:fs/promises";
import { McptestError } from "../errors/index.js";
import { createArtifactStore, createStopper } from "../host/index.js";
import { REPORT_SCHEMA_VERSION, type Report, type ServerResult, type Toleration } from "../report/model.js";
import { createTranscript, saveTranscript } from "../wire/transcript.js";
import { exitCodeOf, runOutcome, runSummaryOf, worseExitCode } from "./outcome.js";
import { allSecrets, validateRequest } from "./request.js";
import { runServer, type ServerSurroundings } from "./server-run.js";
import { countingAt, tolerationResults } from "./tolerate.js";
import type { ProgressEvent, RunRequest } from "./types.js";

/**
 * Runs packs on servers and gives the report. Never rejects for anything a server or a pack does.
 * @throws McptestError for a request that cannot be run, before any server is contacted: unknown checks, categories,
 * profiles, nothing selected, a transcript that cannot be written. Several at once as McptestErrors.
 */
export async function run(request: RunRequest): Promise<Report> {
  validateRequest(request);
  if (request.saveTranscript !== undefined) await checkWritable(request.saveTranscript);
  const startedAt = new Date();
  const began = performance.now();
  const transcript = createTranscript({ secrets: allSecrets(request) });
  const stopper = createStopper(request.signal, {
    ms: request.runTimeoutMs,
    reason: `the time for the whole run, ${request.runTimeoutMs} ms, is over (a limit of mcptest)`,
  });
  const surroundings: ServerSurroundings = {
    request,
    transcript,
    artifacts: createArtifactStore(transcript.redact),
    signal: stopper.signal,
    emit: emitter(request),
    tolerate: countingAt(request.tolerate ?? [], startedAt),
    decided: exitCodes(request, startedAt),
    noise: (text) => (request.onPackOutput ? request.onPackOutput(text) : process.stderr.write(text)),
  };
  const servers = await inTurn(request.servers, request.concurrency ?? 1, (target) => runServer(target, surroundings));
  const complete = !stopper.signal.aborted;
  stopper.dispose();
  if (request.saveTranscript !== undefined) await save(transcript, request.saveTranscript);
  transcript.dispose();
  return reportOf(
    request,
    { startedAt, durationMs: Math.round(performance.now() - began), complete, servers },
    surroundings,
  );
}

/** Progress is for people: a listener that throws must not end the run. */
function emitter({ onProgress }: RunRequest): (event: ProgressEvent) => void {
  return (event) => {
    try {
      onProgress?.(event);
    } catch {
      // The report says everything that the listener would have shown.
    }
  };
}

/** Tells the exit code after each server: it only gets worse, and is not 0 before the last server is decided. */
function exitCodes(request: RunRequest, startedAt: Date): ServerSurroundings["decided"] {
  const emit = emitter(request);
  const results: ServerResult[] = [];
  let exitCode = 0;
  return (result) => {
    results.push(result);
    const complete = results.length === request.servers.length;
    const now = exitCodeOf(outcomeOf(request, { startedAt, complete, servers: results }));
    exitCode = complete ? now : worseExitCode(exitCode, now);
    emit({ kind: "decided", server: result.name, exitCode });
  };
}

/** The outcome of what was tested so far. */
function outcomeOf(request: RunRequest, tested: Pick<Finished, "startedAt" | "complete" | "servers">) {
  const outcomes = tested.servers.map(({ outcome }) => outcome);
  const hasStale = tolerationsOf(request, tested).some(({ state }) => state === "stale");
  return runOutcome(outcomes, tested.complete, hasStale);
}

/** What became of the entries of `tolerate`. A run that was stopped has not decided everything, so none is stale. */
function tolerationsOf(
  { tolerate = [], judgesStale = () => true }: RunRequest,
  { startedAt, complete, servers }: Pick<Finished, "startedAt" | "complete" | "servers">,
) {
  const mayBeStale = (entry: Toleration) => complete && judgesStale(entry);
  return tolerationResults(tolerate, servers, { at: startedAt, mayBeStale });
}

interface Finished {
  startedAt: Date;
  durationMs: number;
  complete: boolean;
  servers: ServerResult[];
}

function reportOf(
  request: RunRequest,
  { startedAt, durationMs, complete, servers }: Finished,
  { artifacts }: ServerSurroundings,
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
    servers,
    ...(tolerations.length > 0 ? { tolerations } : {}),
    artifacts: artifacts.all(),
  };
}

function codeOfStop(signal: AbortSignal): 130 | 143 {
  return signal.reason === "SIGTERM" ? 143 : 130;
}

/** Runs `work` for each item, at most `limit` at a time. Results come in the order of the items. */
async function inTurn<T, R>(items: readonly T[], limit: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const queue = [...items.entries()];
  const workers = Array.from({ length: Math.max(1, Math.min(limit, items.length)) }, async () => {
    for (let next = queue.shift(); next; next = queue.shift()) results[next[0]] = await work(next[1]);
  });
  await Promise.all(workers);
  return results;
}

/** A long run must not end in a file that cannot be written. */
async function checkWritable(file: string): Promise<void> {
  try {
    await (await open(file, "a", 0o600)).close();
  } catch (error) {
    throw unwritable(file, error);
  }
}

async function save(transcript: Parameters<typeof saveTranscript>[0], file: string): Promise<void> {
  try {
    await saveTranscript(transcript, file);
  } catch (error) {
    process.emitWarning(unwritable(file, error).message);
  }
}

function unwritable(file: string, cause: unknown): McptestError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new McptestError("OUTPUT_FAILED", `the transcript cannot be written to ${file}: ${why}`, { cause });
}
