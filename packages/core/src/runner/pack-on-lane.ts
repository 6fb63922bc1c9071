import { type Check, checksOf, type Fixture, isObject, type JsonObject, MODERN_VERSIONS } from "@mcptest/pack";
import type { CheckResult, PackResult } from "../report/model.js";
import { advisoryTest } from "./advisory.js";
import { bestOptions } from "./best-options.js";
import { reportJson, reportText } from "./bounded.js";
import { type Candidate, lookAt } from "./candidate.js";
import { type CheckSurroundings, cannotRun, type OwnerOf, prepareFor, type RunCheck, runCheck } from "./check-run.js";
import { factsOf, type LaneFacts } from "./facts.js";
import { createFixtures } from "./fixtures.js";
import type { Lane, RunSurroundings } from "./lane-state.js";
import { callPack, causeOf, type PackEnvironment } from "./pack-call.js";
import type { Job } from "./schedule.js";
import { fixturesOfCheck, type IsConfigured, type Plan, planOf, profileOf } from "./selection.js";
import type { PackSelection } from "./types.js";

/** Milliseconds for `facts`, `discovery` and the like, which compute and hardly ask. */
const COMPUTE_MS = 10_000;

/** One pack on one lane. */
export interface PackOnLane {
  selection: PackSelection;
  candidate: Candidate;
  /** Why the pack does not run here. */
  skippedBecause?: string;
  /** Absent when the pack does not run. */
  plan?: Plan;
  jobs: Job[];
  /** Results in the order of the pack, as they are now. */
  results(ownerOf?: OwnerOf): CheckResult[];
  /** The options that would decide most of the rest, as it is now. */
  moreWithOptions(): NonNullable<PackResult["moreWithOptions"]>;
  discovery?: JsonObject;
  warnings: string[];
  durationMs: number;
  /** Computes what is computed after the last phase. */
  finish(): Promise<void>;
  /** Tears down fixtures and closes what the pack left open. */
  tearDown(): Promise<void>;
}

/** What happens to a check while it runs. */
export interface CheckEvents {
  started(check: Check): void;
  ended(result: CheckResult): void;
}

/** What putting a pack on a lane takes. */
export interface PackPlacement {
  selection: PackSelection;
  lane: Lane;
  surroundings: RunSurroundings;
  /** Counts advisory checks like the others. */
  countAdvisory: boolean;
  /** Set when another pack already stands for the same extension. */
  coveredBy?: string;
  events: CheckEvents;
}

/** Finds out whether a pack runs on a lane, and prepares what it runs there. Never rejects. */
export async function placePack(placement: PackPlacement): Promise<PackOnLane> {
  const { selection, lane, surroundings } = placement;
  const startedAt = performance.now();
  const candidate = await lookAt(selection.loaded, lane, surroundings, { asked: selection.always === true });
  const skippedBecause = placement.coveredBy ?? whyNot(candidate, selection);
  const placed: PackOnLane = {
    selection,
    candidate,
    ...(skippedBecause === undefined ? {} : { skippedBecause }),
    jobs: [],
    results: () => [],
    moreWithOptions: () => [],
    warnings: candidate.warnings,
    durationMs: 0,
    finish: async () => {},
    async tearDown() {
      const { doors } = candidate.environment;
      await doors.close();
      selection.loaded.laneEnded?.(doors.connection.id);
    },
  };
  if (skippedBecause === undefined) await prepare(placed, placement);
  const finish = placed.finish;
  placed.finish = async () => {
    await finish();
    placed.durationMs = Math.round(performance.now() - startedAt);
  };
  return placed;
}

/** A pack runs where its extension is offered or used, and where the operator asked for it by name. */
function whyNot({ offer, detected, environment }: Candidate, { always }: PackSelection): string | undefined {
  if (always || detected) return undefined;
  if (!offer.offered) return offer.reason;
  const { pack, context } = environment;
  if (pack.extension !== "*" || pack.detect === undefined) return undefined;
  const { era } = context.negotiated;
  const isOfOtherEra = pack.checks.length > 0 && pack.checks.every(({ on }) => on?.era !== undefined && on.era !== era);
  if (!isOfOtherEra) return "it found nothing of what it tests";
  const others = era === "modern" ? `before ${MODERN_VERSIONS.at(-1)}` : `from ${MODERN_VERSIONS.at(-1)} on`;
  return `it looks at revisions ${others} alone, which --era all judges as well`;
}

async function prepare(placed: PackOnLane, placement: PackPlacement): Promise<void> {
  const { selection, lane, surroundings, countAdvisory, events } = placement;
  const { environment } = placed.candidate;
  const { pack } = environment;
  const profile = selection.checkIds ? undefined : profileOf(selection);
  if (profile !== undefined) environment.context = { ...environment.context, profile };
  const facts = await addFacts(environment, placed.candidate.laneFacts);
  const isConfigured = await configuredRoles(environment);
  const offline = lane.gate?.mode === "nothing";
  const plan = planOf(selection, environment.context.facts, isConfigured, offline);
  if (plan.selected.length + plan.notSelected.length === 0) {
    placed.skippedBecause = "the filters select none of its checks";
    return;
  }
  const mayChange = lane.gate?.mode !== "read-only";
  const fixtures = createFixtures({
    environment,
    limitMs: surroundings.limitMs,
    isConfigured,
    mayChange,
    exchanges: () => {
      const exchanges = lane.transcript.query();
      return surroundings.clone ? structuredClone(exchanges) : exchanges;
    },
  });
  const checks: CheckSurroundings = {
    environment,
    fixtures,
    facts: environment.context.facts,
    limitMs: surroundings.limitMs,
    isExchange: lane.transcript.has,
    blockedBy: () => {
      const blocked = lane.trouble.cause();
      return blocked && causeOf(blocked, "the server", environment.redact);
    },
    clone: surroundings.clone,
    isAdvisory: advisoryTest(pack.version, countAdvisory),
    strict: surroundings.strict,
    mayChange,
    offline,
  };
  const ended = new Map<string, RunCheck>();
  placed.plan = plan;
  placed.jobs = plan.selected.map((check) => ({
    check,
    async prepare(mayChange) {
      if (facts.ok) await prepareFor(check, checks, mayChange);
    },
    async run() {
      const end = facts.ok
        ? await runCheck(check, checks, () => events.started(check))
        : cannotRun(check, checks, facts.cause);
      ended.set(check.id, end);
      events.ended(end.result());
    },
  }));
  placed.results = (ownerOf) => plan.selected.flatMap((check) => ended.get(check.id)?.result(ownerOf) ?? []);
  placed.moreWithOptions = () => {
    const open = [...ended.values()].filter((end) => end.result().skipReason === "could-not-run");
    const wanting = [...open.map(({ check, lacks }) => ({ id: check.id, lacks })), ...plan.wanting];
    const { optionName } = environment.context;
    return bestOptions(wanting, ({ path, example }) => reportText(optionName(path, example), environment.redact));
  };
  placed.finish = async () => {
    placed.discovery = await discover(environment, fixtures.valueOf, placed.warnings);
  };
  const close = placed.tearDown;
  placed.tearDown = async () => {
    placed.warnings.push(...(await fixtures.tearDown()));
    await close();
  };
}

/** Puts the facts of the pack into its environment. Without them no check can tell whether it applies. */
async function addFacts(environment: PackEnvironment, laneFacts: LaneFacts) {
  const { pack } = environment;
  const { result } = await callPack(environment, {
    tag: "facts",
    what: "facts",
    limitMs: COMPUTE_MS,
    doesWithout: true,
    run: async (context) => factsOf(context.negotiated, laneFacts, await pack.facts?.(context)),
  });
  if (result.ok) environment.context = { ...environment.context, facts: result.value };
  return result;
}

/**
 * Which roles are configured. One whose own test fails counts as configured: preparing its fixture then shows what is
 * wrong.
 */
async function configuredRoles(environment: PackEnvironment): Promise<IsConfigured> {
  const { pack } = environment;
  const missing = new Set<Fixture<unknown>>();
  const all = new Set(checksOf(pack).flatMap((check) => [...fixturesOfCheck(check)]));
  for (const fixture of all) {
    const { role } = fixture;
    if (!role) continue;
    const { result } = await callPack(environment, {
      tag: `fixture:${fixture.name}`,
      what: `the role ${role.name}`,
      limitMs: COMPUTE_MS,
      run: async ({ options, facts }) => Boolean(await role.configured(options, facts)),
    });
    if (result.ok && !result.value) missing.add(fixture);
  }
  return (fixture) => !missing.has(fixture);
}

async function discover(
  environment: PackEnvironment,
  fixtureValue: (name: string) => unknown,
  warnings: string[],
): Promise<JsonObject | undefined> {
  const { pack, redact } = environment;
  if (!pack.discovery) return undefined;
  const { result } = await callPack(environment, {
    tag: "discovery",
    what: "discovery",
    limitMs: COMPUTE_MS,
    // It only computes: a run that was stopped has a discovery, too.
    signal: new AbortController().signal,
    run: async (context) => reportJson(await pack.discovery?.(context, fixtureValue), redact),
  });
  if (result.ok) return isObject(result.value) ? result.value : undefined;
  warnings.push(result.cause.reason);
  return undefined;
}
