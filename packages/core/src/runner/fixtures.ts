import type { Exchange, Fixture, Needs, Projection } from "@mcptest/pack";
import { createStopper } from "../host/index.js";
import { foldOver } from "../loader/isolate/sent-exchanges.js";
import { type Cause, callPack, type PackCallEnd, type PackEnvironment, packTrouble, type Supply } from "./pack-call.js";
import { fixturesOf, type IsConfigured } from "./selection.js";

/** Milliseconds for the teardown of one fixture, and of all fixtures of a pack together. */
const TEARDOWN_MS = 5_000;

/** The fixtures of one pack on one lane: each is prepared at most once, when it is first needed. */
export interface FixtureStore {
  /** The values of `needs`: fixtures prepared, projections folded over the transcript as it is now. */
  values(needs: Needs | undefined): Promise<Supply<Record<string, unknown>>>;
  /** The value of a prepared fixture by its name, or `undefined`. */
  valueOf(name: string): unknown;
  /** True when a fixture that `needs` leads to met the end of the server. */
  blocked(needs: Needs | undefined): boolean;
  /** Ids of the artifacts that the fixtures attached to which `needs` leads. */
  artifacts(needs: Needs | undefined): string[];
  /** Tears down in reverse order of preparation, also after a stop. Gives one warning for each failure. */
  tearDown(): Promise<string[]>;
}

/** What the fixtures of a pack are made with. */
export interface FixtureOptions {
  environment: PackEnvironment;
  limitMs: number;
  isConfigured: IsConfigured;
  /** False holds fixtures back that say that they may change state. */
  mayChange: boolean;
  /** The exchanges of the lane, as copies that projections may keep. */
  exchanges(): Exchange[];
}

type AnyFixture = Fixture<unknown>;

/** Makes an empty store. */
export function createFixtures(options: FixtureOptions): FixtureStore {
  const { environment, limitMs, isConfigured, mayChange, exchanges } = options;
  const supplies = new Map<AnyFixture, Promise<Supply<unknown>>>();
  const ends = new Map<AnyFixture, PackCallEnd<unknown>>();
  /** In the order in which they were prepared. */
  const prepared: { fixture: AnyFixture; value: unknown }[] = [];

  function supply(fixture: AnyFixture): Promise<Supply<unknown>> {
    const known = supplies.get(fixture);
    if (known) return known;
    const made = prepare(fixture);
    supplies.set(fixture, made);
    return made;
  }

  async function prepare(fixture: AnyFixture): Promise<Supply<unknown>> {
    if (needsItself(fixture)) return failed(packTrouble(`the fixture ${fixture.name} needs itself`));
    if (fixture.role && !isConfigured(fixture)) return failed(missingRole(fixture.role, environment.context));
    if (fixture.mayChange && !mayChange) return failed(readOnlyCause(`the fixture ${fixture.name}`));
    const needs = await values(fixture.needs);
    if (!needs.ok) return needs;
    const end = await callPack(environment, {
      tag: `fixture:${fixture.name}`,
      what: `the fixture ${fixture.name}`,
      limitMs: await limitOf(fixture),
      keepOpen: true,
      async run(context) {
        const value = await fixture.prepare(needs.value, context);
        // Also when it comes too late to be used: what was made has to be torn down.
        prepared.push({ fixture, value });
        return value;
      },
    });
    ends.set(fixture, end);
    return end.result;
  }

  /** A fixture may need longer than a check when the options of its pack say so. */
  async function limitOf(fixture: AnyFixture): Promise<number> {
    if (!fixture.timeoutMs) return limitMs;
    const { result } = await callPack(environment, {
      tag: `fixture:${fixture.name}`,
      what: `the limit of the fixture ${fixture.name}`,
      limitMs,
      run: async ({ options }) => await fixture.timeoutMs?.(options),
    });
    return result.ok && typeof result.value === "number" ? Math.max(limitMs, result.value) : limitMs;
  }

  async function values(needs: Needs = {}): Promise<Supply<Record<string, unknown>>> {
    const entries = Object.entries(needs);
    const fixtures = await Promise.all(
      entries.map(async ([name, need]) =>
        need.kind === "fixture" ? ([name, await supply(need)] as const) : undefined,
      ),
    );
    const result: Record<string, unknown> = Object.create(null);
    for (const entry of fixtures) {
      if (!entry) continue;
      const [name, made] = entry;
      if (!made.ok) return made;
      result[name] = made.value;
    }
    for (const [name, need] of entries) {
      if (need.kind !== "projection") continue;
      const folded = await fold(need);
      if (!folded.ok) return folded;
      result[name] = folded.value;
    }
    return { ok: true, value: result };
  }

  async function fold(projection: Projection<unknown>): Promise<Supply<unknown>> {
    const end = await callPack(environment, {
      tag: `projection:${projection.name}`,
      what: `the projection ${projection.name}`,
      limitMs,
      run: ({ connection }) => foldOver(projection, exchanges(), connection.id),
    });
    return end.result;
  }

  async function tearDownOne(fixture: AnyFixture, value: unknown, signal: AbortSignal): Promise<string | undefined> {
    const { result } = await callPack<void>(environment, {
      tag: `fixture:${fixture.name}`,
      what: `the teardown of the fixture ${fixture.name}`,
      limitMs: TEARDOWN_MS,
      signal,
      run: (context) => fixture.teardown?.(value, context),
    });
    // That the server is gone has been said where it was met.
    return result.ok || result.cause.origin === "environment" ? undefined : result.cause.reason;
  }

  return {
    values,
    valueOf: (name) => prepared.find(({ fixture }) => fixture.name === name)?.value,
    blocked: (needs) => [...fixturesOf(needs)].some((fixture) => ends.get(fixture)?.door.blockedBy() !== undefined),
    artifacts: (needs) => [...fixturesOf(needs)].flatMap((fixture) => ends.get(fixture)?.door.artifacts ?? []),
    async tearDown() {
      const stopper = createStopper(undefined, {
        ms: TEARDOWN_MS,
        reason: `the teardown of the fixtures did not end within ${TEARDOWN_MS} ms, a limit of mcptest`,
      });
      const warnings = new Set<string>();
      for (const { fixture, value } of prepared.reverse()) {
        if (!fixture.teardown) continue;
        const warning = await tearDownOne(fixture, value, stopper.signal);
        if (warning !== undefined) warnings.add(warning);
      }
      stopper.dispose();
      for (const end of ends.values()) {
        end.close();
        for (const trouble of end.trouble) warnings.add(trouble);
      }
      return [...warnings];
    },
  };
}

function failed(cause: Cause): { ok: false; cause: Cause } {
  return { ok: false, cause };
}

/** A role is a tool, unless the option that configures it is of the role's own name. */
function missingRole(
  { name, option, missing }: NonNullable<AnyFixture["role"]>,
  { optionName }: Pick<PackEnvironment["context"], "optionName">,
): Cause {
  const isTool = option === undefined || option.path.join(".") !== name;
  const asked = isTool
    ? `the role ${name} is not configured; say in the options of the pack which tool plays it`
    : `${name} is not configured; give it with ${optionName(option.path, option.example)}`;
  const reason = missing !== undefined && option ? `${missing}; ${asked}` : (missing ?? asked);
  return { reason, notApplicable: false, evidence: [], ...(option ? { options: [option] } : {}) };
}

/** Why something that may change state does not run in a read-only run. */
export function readOnlyCause(what: string): Cause {
  const reason = `the run is read-only: ${what} may change state on the server`;
  return { reason, origin: "host", notApplicable: false, evidence: [] };
}

function needsItself(fixture: AnyFixture): boolean {
  return fixturesOf(fixture.needs).has(fixture);
}
