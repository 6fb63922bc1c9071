import type { Check } from "@mcptest/pack";
import { createArtifactStore, createStopper, type HeldCall, ONLY_LISTED } from "../host/index.js";
import type { ListedCheck, ListedLane, ListedPack, ListedServer, Listing, PlannedCall } from "../report/listing.js";
import type { CheckResult } from "../report/model.js";
import { displayTarget } from "../wire/target.js";
import { createTranscript } from "../wire/transcript.js";
import type { Target, Transcript } from "../wire/types.js";
import { advisoryTest } from "./advisory.js";
import { reportJson, reportText } from "./bounded.js";
import { type Facts, mismatch } from "./facts.js";
import { readOnlyCause } from "./fixtures.js";
import { type LaneEnd, laneResult, runLane } from "./lane-run.js";
import { openLanes, problemResult } from "./lanes.js";
import type { PackOnLane } from "./pack-on-lane.js";
import { allSecrets, validateRequest } from "./request.js";
import { profileOf } from "./selection.js";
import type { RunRequest } from "./types.js";

/** Characters of the name of a tool. */
const MAX_NAME = 200;

/**
 * What a run would do. Sends nothing but detection, the interfaces of extensions that are offered through resources, and list
 * methods: packs prepare what they would, and whatever else they ask for is held back and noted. Use without advertisement is not looked for.
 * @throws McptestError as `run` does, before any server is contacted.
 */
export async function list(request: RunRequest): Promise<Listing> {
  validateRequest(request);
  const transcript = createTranscript({ secrets: allSecrets(request) });
  const servers: ListedServer[] = [];
  for (const target of request.servers) servers.push(await listServer(target, request, transcript));
  transcript.dispose();
  return { schemaVersion: 1, tool: { name: "mcptest", version: request.tool.version }, servers };
}

async function listServer(target: Target, request: RunRequest, transcript: Transcript): Promise<ListedServer> {
  const about = {
    name: target.name,
    target: transcript.redact(displayTarget(target)),
    transport: target.kind,
  };
  const stopper = createStopper(request.signal, {
    ms: request.serverTimeoutMs,
    reason: `the time for one server, ${request.serverTimeoutMs} ms, is over (a limit of mcptest)`,
  });
  const ends: LaneEnd[] = [];
  try {
    const opened = await openLanes(target, request, { limits: request.limits, transcript }, stopper.signal);
    if (!opened.ok)
      return { ...about, problem: transcript.redact(problemResult(opened.problem, request.fixes)), lanes: [] };
    for (const [index, { session, notes }] of opened.lanes.entries()) {
      const surroundings = {
        transcript,
        artifacts: createArtifactStore(transcript.redact),
        signal: stopper.signal,
        noise: () => {},
        limitMs: request.checkTimeoutMs,
        clone: false,
        onlyAdvertised: true,
        strict: false,
        optionNaming: request.optionNaming ?? ({ style: "options" } as const),
        gate: "list" as const,
        ...(request.secondIdentity ? { secondIdentity: request.secondIdentity } : {}),
      };
      const { packs } = request;
      const shared = {
        server: target.name,
        preferred: index === 0,
        notes,
        packs,
        countAdvisory: request.advisory === "count",
      };
      ends.push(await runLane(session, { ...shared, surroundings, emit: () => {} }));
    }
    const lanes = await Promise.all(ends.map((end) => listedLane(end, request, transcript)));
    return { ...about, lanes: transcript.redact(lanes) };
  } finally {
    for (const end of ends) await end.tearDown();
    stopper.dispose();
  }
}

async function listedLane(end: LaneEnd, request: RunRequest, transcript: Transcript): Promise<ListedLane> {
  const held = end.lane.gate?.held ?? [];
  return {
    ...laneResult(end),
    packs: await Promise.all(end.packs.map((placed) => listedPack(placed, held, request, transcript))),
  };
}

async function listedPack(
  placed: PackOnLane,
  held: readonly HeldCall[],
  { readOnly = false, advisory }: RunRequest,
  transcript: Transcript,
): Promise<ListedPack> {
  const { selection, plan, skippedBecause } = placed;
  const { pack, origin } = selection.loaded;
  const profile = profileOf(selection);
  const isAdvisory = advisoryTest(pack.version, advisory === "count");
  const results = new Map(placed.results().map((result) => [result.id, result]));
  return {
    name: pack.name,
    version: pack.version,
    origin,
    ...(profile === undefined || selection.checkIds ? {} : { profile }),
    ...(skippedBecause === undefined ? {} : { skippedBecause }),
    checks: (plan?.selected ?? []).map((check) => ({
      id: check.id,
      title: check.title,
      category: check.category,
      level: check.level,
      phase: check.phase,
      ...(isAdvisory(check) ? { advisory: true } : {}),
      ...(check.mayChange ? { mayChange: true } : {}),
      ...whyNot(check, results.get(check.id), { facts: placed.candidate.environment.context.facts, readOnly }),
    })),
    notSelected: plan?.notSelected ?? [],
    calls: plannedCalls(
      held.filter((call) => call.pack === pack.name),
      readOnly,
      transcript,
    ),
  };
}

/** What keeps a check from running, apart from this being a list. */
function whyNot(
  { on, mayChange }: Check,
  result: CheckResult | undefined,
  { facts, readOnly }: { facts: Facts; readOnly: boolean },
): Pick<ListedCheck, "notApplicable" | "couldNotRun"> {
  const unfit = mismatch(on, facts);
  if (unfit !== undefined) return { notApplicable: unfit };
  const message = result?.error?.message;
  if (readOnly && mayChange) return { couldNotRun: readOnlyCause("the check").reason };
  return result?.skipReason === "could-not-run" && message !== undefined && message !== ONLY_LISTED
    ? { couldNotRun: message }
    : {};
}

/** One entry for each tool with its arguments, whoever calls it. */
function plannedCalls(held: readonly HeldCall[], readOnly: boolean, { redact }: Transcript): PlannedCall[] {
  const calls = new Map<string, PlannedCall>();
  for (const call of held) {
    const tool = typeof call.tool === "string" ? reportText(call.tool, redact, MAX_NAME) : "(no name)";
    const sent = call.arguments === undefined ? {} : { arguments: reportJson(call.arguments, redact) };
    const key = JSON.stringify([tool, sent]);
    const known = calls.get(key);
    if (known && !known.by.includes(call.check)) known.by.push(call.check);
    if (known) continue;
    const withheld = readOnly && !call.readOnly ? { withheld: true } : {};
    calls.set(key, { tool, ...sent, by: [call.check], readOnly: call.readOnly, ...withheld });
  }
  return [...calls.values()];
}
