import { open } from "node:fs/promises";
import { McptestError } from "../errors/index.js";
import { createArtifactStore, createStopper } from "../host/index.js";
import type { Report, ServerResult } from "../report/model.js";
import { type RecordedServer, TRANSCRIPT_VERSION, type TranscriptHeader } from "../report/recorded.js";
import { createTranscript, saveTranscript } from "../wire/transcript.js";
import type { Transcript } from "../wire/types.js";
import { browserOf, usedBrowser } from "./browser.js";
import { exitCodeOf, worseExitCode } from "./outcome.js";
import { outcomeOf, reportOf } from "./report-of.js";
import { allSecrets, validateRequest } from "./request.js";
import { runServer, type ServerSurroundings } from "./server-run.js";
import { countingAt } from "./tolerate.js";
import type { ProgressEvent, RunRequest } from "./types.js";

/**
 * Runs packs on servers and gives the report. Never rejects for anything a server or a pack does.
 * @throws McptestError for a request that cannot be run, before any server is contacted: unknown checks, categories,
 * profiles, nothing selected, a transcript that cannot be written. Several at once as McptestErrors.
 */
export async function run(request: RunRequest): Promise<Report> {
  validateRequest(request);
  if (request.saveTranscript !== undefined) await checkWritable(request.saveTranscript);
  const browser = browserOf(request);
  const startedAt = new Date();
  const began = performance.now();
  const transcript = createTranscript({ secrets: allSecrets(request) });
  const stopper = createStopper(request.signal, {
    ms: request.runTimeoutMs,
    reason: `the time for the whole run, ${request.runTimeoutMs} ms, is over (a limit of mcptest)`,
  });
  const recorded = new Map<string, RecordedServer>();
  const surroundings: ServerSurroundings = {
    request,
    transcript,
    artifacts: createArtifactStore(transcript.redact),
    signal: stopper.signal,
    emit: emitter(request),
    ...(browser ? { browser: browser.access } : {}),
    tolerate: countingAt(request.tolerate ?? [], startedAt),
    decided: exitCodes(request, startedAt),
    recorded: (server) => recorded.set(server.name, server),
    noise: (text) => (request.onPackOutput ? request.onPackOutput(text) : process.stderr.write(text)),
  };
  const servers = await inTurn(request.servers, request.concurrency ?? 1, (target) => runServer(target, surroundings));
  browser?.remove();
  const complete = !stopper.signal.aborted;
  stopper.dispose();
  if (request.saveTranscript !== undefined) {
    const { version } = request.tool;
    const header: Omit<TranscriptHeader, "exchanges"> = {
      mcptestTranscript: TRANSCRIPT_VERSION,
      tool: { name: "mcptest", version },
      startedAt: startedAt.toISOString(),
      servers: request.servers.flatMap(({ name }) => recorded.get(name) ?? []),
    };
    await save(transcript, request.saveTranscript, header);
  }
  transcript.dispose();
  return reportOf(
    request,
    {
      startedAt,
      durationMs: Math.round(performance.now() - began),
      complete,
      servers,
      browser: usedBrowser(request, browser, servers),
    },
    surroundings.artifacts,
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

async function save(transcript: Transcript, file: string, header: Omit<TranscriptHeader, "exchanges">): Promise<void> {
  try {
    await saveTranscript(transcript, file, header);
  } catch (error) {
    process.emitWarning(unwritable(file, error).message);
  }
}

function unwritable(file: string, cause: unknown): McptestError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new McptestError("OUTPUT_FAILED", `the transcript cannot be written to ${file}: ${why}`, { cause });
}
