import { createArtifactStore, createStopper } from "../host/index.js";
import type { Report, ServerResult } from "../report/model.js";
import type { RecordedLane, RecordedPack, RecordedServer } from "../report/recorded.js";
import type { Transcript } from "../wire/types.js";
import { type LaneEnd, runLane } from "./lane-run.js";
import { offlineSession } from "./offline-session.js";
import type { SavedTranscript } from "./read-transcript.js";
import { reportOf } from "./report-of.js";
import { validateTolerations } from "./request.js";
import { validateSelection } from "./selection.js";
import { testedServer, untestedServer } from "./server-result.js";
import { countingAt } from "./tolerate.js";
import type { PackSelection, RunRequest } from "./types.js";

/** What judging a saved transcript again takes. */
export interface ReplayRequest
  extends Pick<
    RunRequest,
    | "tool"
    | "packs"
    | "strict"
    | "advisory"
    | "tolerate"
    | "hasEveryPack"
    | "checkTimeoutMs"
    | "runTimeoutMs"
    | "seed"
    | "configFile"
    | "signal"
    | "onProgress"
    | "onPackOutput"
  > {
  saved: SavedTranscript;
}

/**
 * Judges a saved transcript again, by the checks that only read it, and gives a report of the same shape as that of a run.
 * Nothing is sent. Each pack has the options, and unless its selection names one the profile, that it was recorded with. No
 * entry of `tolerate` is found stale. Disposes the transcript.
 * @throws McptestError as `run` does for a selection that cannot be run.
 */
export async function replay(request: ReplayRequest): Promise<Report> {
  const { saved, signal } = request;
  validateSelection(request.packs);
  validateTolerations(request);
  const startedAt = new Date();
  const began = performance.now();
  const stopper = createStopper(signal, {
    ms: request.runTimeoutMs,
    reason: `the time for the whole run, ${request.runTimeoutMs} ms, is over (a limit of mcptest)`,
  });
  const artifacts = createArtifactStore(saved.transcript.redact);
  const servers: ServerResult[] = [];
  for (const server of saved.header.servers) {
    servers.push(await replayServer(server, request, { artifacts, signal: stopper.signal, startedAt }));
  }
  const complete = !stopper.signal.aborted;
  stopper.dispose();
  saved.transcript.dispose();
  const durationMs = Math.round(performance.now() - began);
  return reportOf({ ...request, judgesStale: () => false }, { startedAt, durationMs, complete, servers }, artifacts);
}

interface ReplaySurroundings {
  artifacts: ReturnType<typeof createArtifactStore>;
  signal: AbortSignal;
  startedAt: Date;
}

async function replayServer(
  server: RecordedServer,
  request: ReplayRequest,
  { artifacts, signal, startedAt }: ReplaySurroundings,
): Promise<ServerResult> {
  const { transcript } = request.saved;
  const facts = {
    name: server.name,
    target: server.target,
    transport: server.transport,
    transcript,
    required: [],
    toolVersion: request.tool.version,
    tolerate: countingAt(request.tolerate ?? [], startedAt),
    strict: request.strict === true,
  };
  if (server.lanes.length === 0) {
    const message = "the server could not be tested when the transcript was recorded";
    const problem = {
      code: "SERVER_UNREACHABLE",
      message,
      fix: "Record a transcript of a server that answers.",
      origin: "environment" as const,
    };
    return untestedServer(facts, problem, [], [], []);
  }
  const ends: LaneEnd[] = [];
  for (const lane of server.lanes) {
    const own = new Set(lane.connections);
    const evidence = transcript.all().flatMap(({ number, connection }) => (own.has(connection) ? [number] : []));
    const surroundings = {
      transcript: upTo(transcript, lane.judgedTo),
      artifacts,
      signal,
      noise: (text: string) => (request.onPackOutput ? request.onPackOutput(text) : process.stderr.write(text)),
      limitMs: request.checkTimeoutMs,
      clone: false,
      onlyAdvertised: true,
      strict: request.strict === true,
      optionNaming: { style: "options" } as const,
      gate: "nothing" as const,
      recordedMapped: (lane.mapped ?? []).map(({ id, capabilities }) => ({
        id,
        ...(capabilities === undefined ? {} : { manifest: { capabilities } }),
      })),
      recordedUse: (pack: string) => lane.packs.find(({ name }) => name === pack)?.use,
    };
    ends.push(
      await runLane(offlineSession(server, lane, evidence), {
        server: server.name,
        preferred: lane.preferred,
        notes: lane.notes ?? [],
        packs: request.packs.map((selection) => asRecorded(selection, lane)),
        countAdvisory: request.advisory === "count",
        surroundings,
        emit: (event) => request.onProgress?.(event),
      }),
    );
  }
  const result = () => testedServer(facts, ends);
  for (const end of ends) await end.tearDown();
  return result();
}

/** The transcript as the checks of the run saw it: without the clean-up. */
function upTo(transcript: Transcript, last: number | undefined): Transcript {
  if (last === undefined) return transcript;
  return { ...transcript, all: () => transcript.all().filter(({ number }) => number <= last) };
}

/** A pack with the options and the profile that it had on the lane. */
function asRecorded(selection: PackSelection, lane: RecordedLane): PackSelection {
  const recorded = lane.packs.find(({ name }) => name === selection.loaded.pack.name);
  if (!recorded) return selection;
  const profile = selection.profile ?? profileIn(selection, recorded);
  return {
    ...selection,
    loaded: { ...selection.loaded, options: recorded.options },
    ...(profile === undefined ? {} : { profile }),
    always: recorded.asked === true,
  };
}

/** A profile that the loaded version of the pack has, too. */
function profileIn({ loaded }: PackSelection, { profile }: RecordedPack): string | undefined {
  return profile !== undefined && loaded.pack.profiles?.names.includes(profile) ? profile : undefined;
}
