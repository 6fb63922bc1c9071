import type { Check, OptionNeed } from "@mcptest/pack";
import type { CheckResult } from "../report/model.js";
import type { Wanting } from "./best-options.js";
import { type Facts, mismatch } from "./facts.js";
import { type FixtureStore, readOnlyCause } from "./fixtures.js";
import { type Cause, callPack, type PackEnvironment } from "./pack-call.js";
import { fixturesOf } from "./selection.js";
import { strictly } from "./strict.js";
import { type Collected, type Collector, createCollector, type Finding, judge } from "./verdict.js";

/** A check that forgot an `await` has not judged what it asked for. */
const LEFT_ASKING = "the check ended while a request of its own was not answered: a promise was not awaited";
const ASKED_LATE = "the check used the host after it had ended: a promise was not awaited";
const LATE = "the check gave a finding after it had ended: a promise was not awaited";

/** What the checks of one pack on one lane share. */
export interface CheckSurroundings {
  environment: PackEnvironment;
  fixtures: FixtureStore;
  facts: Facts;
  /** Milliseconds for a check without a limit of its own. */
  limitMs: number;
  isExchange(number: number): boolean;
  /** The one cause of the lane, once its server is gone. */
  blockedBy(): Cause | undefined;
  clone: boolean;
  isAdvisory(check: Check): boolean;
  /** Warnings about a should count as failures. */
  strict: boolean;
  /** False holds checks back that say that they may change state. */
  mayChange: boolean;
  /** There is a transcript and no server: nothing is prepared for what reads it. */
  offline: boolean;
}

/** The check that reports a finding in the place of the one that found it, in words: `tasks-... of @mcptest/pack-tasks`. */
export type OwnerOf = (check: Check, finding: Finding) => string | undefined;

/** A result that can still change: pack code may make trouble after its check has ended. */
export interface RunCheck {
  check: Check;
  /** The result as it is now. `ownerOf` names who reports a finding in the place of this check; such a finding is left out. */
  result(ownerOf?: OwnerOf): CheckResult;
  /** Options without which it could not run; each has to be met, by any of its options. */
  lacks: Wanting["lacks"];
}

/**
 * Prepares what has to have happened before a check that reads the transcript can judge it: the fixtures that may change
 * state, or the others. Never rejects.
 */
export async function prepareFor(
  { on, prepares = {} }: Pick<Check, "on" | "prepares">,
  { facts, fixtures, offline }: CheckSurroundings,
  mayChange: boolean,
): Promise<void> {
  if (offline || mismatch(on, facts) !== undefined) return;
  const now = Object.entries(prepares).filter(([name, fixture]) => {
    return [...fixturesOf({ [name]: fixture })].some((one) => one.mayChange === true) === mayChange;
  });
  await fixtures.values(Object.fromEntries(now));
}

/** Runs one check and gives its result. Never rejects. */
export async function runCheck(check: Check, surroundings: CheckSurroundings, started: () => void): Promise<RunCheck> {
  const { environment, facts, clone, isExchange } = surroundings;
  const collector = createCollector({ redact: environment.redact, isExchange, clone });
  const unfit = mismatch(check.on, facts);
  if (unfit !== undefined) {
    collector.notApplicable(unfit);
    return settled(check, surroundings, collector, { durationMs: 0 });
  }
  if (check.mayChange && !surroundings.mayChange) {
    tell(collector, readOnlyCause("the check"));
    return settled(check, surroundings, collector, { durationMs: 0 });
  }
  const needs = await surroundings.fixtures.values(check.needs);
  const needsBlocked = () => surroundings.fixtures.blocked({ ...check.needs, ...check.prepares });
  if (!needs.ok) {
    tell(collector, needs.cause);
    const blocked = () => (needsBlocked() ? surroundings.blockedBy() : undefined);
    return settled(check, surroundings, collector, { durationMs: 0, blocked });
  }
  started();
  const startedAt = performance.now();
  const end = await callPack<void>(environment, {
    tag: check.id,
    what: "the check",
    limitMs: check.timeoutMs ?? surroundings.limitMs,
    readsOnly: check.reads === "transcript",
    run: (context) => check.run(needs.value, collector.verdict, context),
  });
  const leftAsking = end.door.isAsking() || collector.leftAsking();
  const unawaited = () => {
    if (leftAsking) return LEFT_ASKING;
    if (collector.isLate()) return LATE;
    return end.door.askedLate() ? ASKED_LATE : undefined;
  };
  if (!end.result.ok) tell(collector, end.result.cause);
  const met = () => end.door.blockedBy() !== undefined || needsBlocked();
  const prepared = surroundings.offline ? undefined : await surroundings.fixtures.values(check.prepares);
  const unprepared = prepared && !prepared.ok && !prepared.cause.notApplicable ? prepared.cause : undefined;
  return settled(check, surroundings, collector, {
    durationMs: Math.round(performance.now() - startedAt),
    artifacts: { own: end.door.artifacts, ofFixtures: surroundings.fixtures.artifacts(check.needs) },
    trouble: () => end.trouble[0] ?? (end.result.ok ? unawaited() : undefined),
    blocked: () => (met() ? surroundings.blockedBy() : undefined) ?? unprepared,
    ...(unprepared?.options ? { lacks: unprepared.options } : {}),
  });
}

/** A check that is not run at all, for a cause outside of it. */
export function cannotRun(
  check: Check,
  surroundings: Pick<CheckSurroundings, "isExchange" | "isAdvisory" | "strict">,
  cause: Cause,
): RunCheck {
  const collector = createCollector({ redact: (text) => text, isExchange: surroundings.isExchange, clone: false });
  tell(collector, cause);
  return settled(check, surroundings, collector, { durationMs: 0 });
}

function tell(collector: Collector, { reason, notApplicable, ...cause }: Cause): void {
  if (notApplicable) collector.notApplicable(reason);
  else collector.couldNotRun(reason, cause);
}

interface RunFacts {
  durationMs: number;
  artifacts?: { own: readonly string[]; ofFixtures: readonly string[] };
  /** What the check's code does wrong outside its own promise. It may do so after the check has ended. */
  trouble?: () => string | undefined;
  /** Why the server is gone, when the check met its end. It may become known after the check has ended. */
  blocked?: () => Cause | undefined;
  /** Options that would have let be prepared what was not. */
  lacks?: readonly OptionNeed[];
}

function settled(
  check: Check,
  surroundings: Pick<CheckSurroundings, "isAdvisory" | "strict">,
  collector: Collector,
  run: RunFacts,
): RunCheck {
  const collected = collector.end();
  const judged = judge(check.level, collected);
  const { own = [], ofFixtures = [] } = run.artifacts ?? {};
  const result = (ownerOf?: OwnerOf): CheckResult => {
    const now = ownerOf ? judge(check.level, unowned(check, collected, ownerOf)) : judged;
    // What many checks look at is evidence of those that found something.
    const artifacts = now.status === "failed" || now.warnings ? [...new Set([...own, ...ofFixtures])] : own;
    return {
      ...describe(check),
      ...(surroundings.isAdvisory(check) ? { advisory: true } : {}),
      ...blockedInPlace(now, run.blocked?.()),
      durationMs: run.durationMs,
      ...(artifacts.length > 0 ? { artifacts: [...artifacts] } : {}),
    };
  };
  return {
    check,
    lacks: run.lacks === undefined ? collected.lacks : [run.lacks],
    result(ownerOf) {
      const now = withLateTrouble(result(ownerOf), run.trouble?.());
      return surroundings.strict ? strictly(now) : now;
    },
  };
}

/** What a check found without what others report: of each owner a note says how much that is. */
function unowned(check: Check, collected: Collected, ownerOf: OwnerOf): Collected {
  const left = new Map<string, number>();
  const findings = collected.findings.filter((finding) => {
    if (finding.kind !== "fail" && finding.kind !== "warn") return true;
    const owner = ownerOf(check, finding);
    if (owner !== undefined) left.set(owner, (left.get(owner) ?? 0) + 1);
    return owner === undefined;
  });
  if (left.size === 0) return collected;
  const notes = [...left].map(([owner, count]): Finding => {
    return {
      kind: "note",
      message: `${count} ${count === 1 ? "finding is" : "findings are"} left to ${owner}`,
      evidence: [],
    };
  });
  return { ...collected, findings: [...findings, ...notes] };
}

type Described = Pick<CheckResult, "id" | "category" | "title" | "description" | "level" | "tags" | "rule" | "docsUrl">;

/** What a result says about its check. */
export function describe(check: Omit<Described, "docsUrl"> & Pick<Check, "docs">): Described {
  return {
    id: check.id,
    category: check.category,
    title: check.title,
    description: check.description,
    level: check.level,
    ...(check.tags ? { tags: check.tags } : {}),
    rule: check.rule,
    ...(check.docs?.url === undefined ? {} : { docsUrl: check.docs.url }),
  };
}

/**
 * A check that met the end of the server and so could not run has that one cause, whatever it says itself: its own
 * words stay in the details of the error.
 */
function blockedInPlace(judged: ReturnType<typeof judge>, cause: Cause | undefined): ReturnType<typeof judge> {
  if (!cause || judged.skipReason !== "could-not-run" || judged.error?.message === cause.reason) return judged;
  const evidence = [...new Set([...(judged.evidence ?? []), ...cause.evidence])].sort((one, other) => one - other);
  return {
    ...judged,
    ...(cause.origin ? { origin: cause.origin } : {}),
    error: { message: cause.reason, details: { check: judged.error?.message ?? null } },
    ...(evidence.length > 0 ? { evidence } : {}),
  };
}

/** What pack code does after its check has ended undoes a pass: nobody knows what it would have found. */
function withLateTrouble(result: CheckResult, trouble: string | undefined): CheckResult {
  if (trouble === undefined || result.error?.message === trouble) return result;
  if (result.skipReason === "could-not-run") return result;
  if (result.status === "failed") return { ...result, notes: [...(result.notes ?? []), trouble] };
  return { ...result, status: "skipped", skipReason: "could-not-run", origin: "pack", error: { message: trouble } };
}
