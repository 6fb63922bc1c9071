import type { BrowserAccess } from "@mcptest/pack";
import { type ArtifactStore, createStopper, describeThrown, stopReason } from "../host/index.js";
import type { NegotiationProblem } from "../negotiation/types.js";
import type { ServerResult, Toleration } from "../report/model.js";
import type { RecordedServer } from "../report/recorded.js";
import { displayTarget } from "../wire/target.js";
import type { Target, Transcript } from "../wire/types.js";
import { type LaneEnd, runLane } from "./lane-run.js";
import type { RunSurroundings } from "./lane-state.js";
import { openLanes, problemResult } from "./lanes.js";
import type { Cause } from "./pack-call.js";
import { blockedDraft } from "./pack-result.js";
import { recordedServer } from "./recorded.js";
import { type ServerFacts, testedServer, untestedServer } from "./server-result.js";
import type { ProgressEvent, RunRequest } from "./types.js";

/** Milliseconds for closing the connections of a lane beyond the grace that the wire gives its processes. */
const CLOSE_MS = 15_000;

/** What the servers of a run share. */
export interface ServerSurroundings {
  request: RunRequest;
  transcript: Transcript;
  artifacts: ArtifactStore;
  /** For packs that want one. */
  browser?: BrowserAccess;
  /** Stops the run. */
  signal: AbortSignal;
  emit(event: ProgressEvent): void;
  /** Entries of `tolerate` that still count. */
  tolerate: readonly Toleration[];
  /** Told once the verdicts are in, before the teardown. */
  decided(result: ServerResult): void;
  /** Takes what a saved transcript says of the server. */
  recorded(server: RecordedServer): void;
  noise(text: string): void;
}

/** A server whose verdicts are in. */
interface Tested {
  recorded(): RecordedServer;
  /** The result as it stands now: what packs do until the teardown has ended can make it worse. */
  result(): ServerResult;
  tearDown(): Promise<void>;
}

/** Tests one server. Never rejects: what goes wrong is in the result. */
export async function runServer(target: Target, surroundings: ServerSurroundings): Promise<ServerResult> {
  const { request, emit, decided } = surroundings;
  emit({ kind: "server-start", server: target.name });
  const stopper = createStopper(surroundings.signal, {
    ms: request.serverTimeoutMs,
    reason: `the time for one server, ${request.serverTimeoutMs} ms, is over (a limit of mcptest)`,
  });
  const tested = await testServer(target, surroundings, stopper.signal);
  decided(tested.result());
  await withinTime(tested.tearDown());
  stopper.dispose();
  const result = tested.result();
  surroundings.recorded(tested.recorded());
  emit({ kind: "server-end", server: target.name, result });
  return result;
}

async function testServer(target: Target, surroundings: ServerSurroundings, signal: AbortSignal): Promise<Tested> {
  const { request, transcript, tolerate } = surroundings;
  const facts: ServerFacts = {
    name: target.name,
    target: displayTarget(target),
    transport: target.kind,
    transcript,
    required: request.require,
    toolVersion: request.tool.version,
    tolerate,
    strict: request.strict === true,
  };
  const ends: LaneEnd[] = [];
  const recorded = () => recordedServer(facts, ends);
  const tearDown = async () => {
    for (const end of ends) await end.tearDown();
  };
  try {
    const wire = { limits: request.limits, transcript, ...(request.tamper ? { tamper: request.tamper } : {}) };
    const opened = await openLanes(target, request, wire, signal);
    if (!opened.ok) {
      return { result: await untested(facts, request, opened.problem, opened.stderrTail), recorded, tearDown };
    }
    for (const [index, { session, notes }] of opened.lanes.entries()) {
      const options = {
        server: target.name,
        preferred: index === 0,
        notes,
        packs: request.packs,
        countAdvisory: request.advisory === "count",
        surroundings: laneSurroundings(surroundings, signal),
        emit: surroundings.emit,
      };
      ends.push(await runLane(session, options));
    }
    return { result: () => testedServer(facts, ends), recorded, tearDown };
  } catch (thrown) {
    return { result: await untested(facts, request, problemOf(thrown, signal), []), recorded, tearDown };
  }
}

function laneSurroundings(surroundings: ServerSurroundings, signal: AbortSignal): RunSurroundings {
  const { request, transcript, artifacts, noise, browser } = surroundings;
  return {
    transcript,
    artifacts,
    signal,
    noise,
    limitMs: request.checkTimeoutMs,
    clone: request.cloneHostValues === true,
    onlyAdvertised: request.onlyAdvertised === true,
    strict: request.strict === true,
    optionNaming: request.optionNaming ?? { style: "options" },
    ...(browser ? { browser } : {}),
    ...(request.readOnly ? { gate: "read-only" as const } : {}),
    ...(request.also ? { also: request.also } : {}),
    ...(request.secondIdentity ? { secondIdentity: request.secondIdentity } : {}),
  };
}

/** A server that could not be tested; packs that the operator asked for say so for each of their checks. */
async function untested(
  facts: ServerFacts,
  request: RunRequest,
  problem: NegotiationProblem,
  stderrTail: readonly string[],
): Promise<() => ServerResult> {
  const shown = problemResult(problem, request.fixes);
  const headline = shown.message.split("\n", 1)[0]?.replace(/\.$/, "");
  const reason = `blocked by a server that could not be tested: ${headline}\nfix: ${shown.fix}`;
  const cause: Cause = { reason, origin: shown.origin, notApplicable: false, evidence: problem.evidence };
  const asked = request.packs.filter(({ always }) => always);
  const drafts = await Promise.all(
    asked.map((selection) => blockedDraft(selection, facts.transport, cause, request.advisory === "count")),
  );
  const result = untestedServer(facts, shown, problem.evidence, stderrTail, drafts);
  return () => result;
}

/** Only a stop, or an error of our own, ends here. */
function problemOf(thrown: unknown, signal: AbortSignal): NegotiationProblem {
  if (!signal.aborted) return { code: "INTERNAL", message: `mcptest failed: ${describeThrown(thrown)}`, evidence: [] };
  return { code: "RUN_STOPPED", message: stopReason(signal).message, evidence: [] };
}

/** The report must not wait for ever for what only has to be closed. */
async function withinTime(work: Promise<void>): Promise<void> {
  const stopper = createStopper(undefined, { ms: CLOSE_MS, reason: "closing took too long" });
  const over = new Promise<void>((resolve) => {
    stopper.signal.addEventListener("abort", () => resolve());
  });
  await Promise.race([work.catch(() => {}), over]);
  stopper.dispose();
}
