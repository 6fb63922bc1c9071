import {
  type BrandedPack,
  type Check,
  checksOf,
  type Fixture,
  manifestOf,
  type Needs,
  type Projection,
} from "@mcptest/pack";
import { asJson, type NeedIndexes, type PackStructure } from "./messages.js";

/** A pack and the order in which its parts are named to the host. */
export interface Parts {
  pack: BrandedPack;
  checks: Check[];
  fixtures: Fixture<unknown>[];
  projections: Projection<unknown>[];
}

const FUNCTIONS = ["preExtensionWire", "detect", "facts", "discovery"] as const;

/** The parts of a pack that keeps the contract. */
export function partsOf(pack: BrandedPack): Parts {
  const checks = checksOf(pack);
  const fixtures = new Set<Fixture<unknown>>();
  const projections = new Set<Projection<unknown>>();
  function walk(needs: Needs | undefined): void {
    for (const need of Object.values(needs ?? {})) {
      if (need.kind === "projection") projections.add(need);
      else if (!fixtures.has(need)) {
        fixtures.add(need);
        walk(need.needs);
      }
    }
  }
  for (const check of checks) {
    walk(check.needs);
    walk(check.prepares);
  }
  return { pack, checks, fixtures: [...fixtures], projections: [...projections] };
}

/** Everything of a pack that can travel. */
export function structureOf({ pack, checks, fixtures, projections }: Parts): PackStructure {
  function indexes(needs: Needs | undefined): NeedIndexes | undefined {
    if (needs === undefined) return undefined;
    const entries = Object.entries(needs).map(([name, need]) => {
      const at =
        need.kind === "fixture" ? { fixture: fixtures.indexOf(need) } : { projection: projections.indexOf(need) };
      return [name, at] as const;
    });
    return Object.fromEntries(entries);
  }
  return asJson({
    manifest: manifestOf(pack),
    problems: [],
    preExtensionDeclaration: pack.preExtensionDeclaration,
    functions: FUNCTIONS.filter((name) => pack[name] !== undefined),
    hasOptions: pack.options !== undefined,
    checks: checks.map(({ needs, prepares }) => ({ needs: indexes(needs), prepares: indexes(prepares) })),
    fixtures: fixtures.map(({ name, needs, role, mayChange, teardown, timeoutMs }) => ({
      name,
      needs: indexes(needs),
      role: role && { name: role.name, option: role.option, missing: role.missing },
      mayChange,
      teardown: teardown !== undefined,
      timeoutMs: timeoutMs !== undefined,
    })),
    projections: projections.map(({ name }) => ({ name })),
  }) as unknown as PackStructure;
}

/** The structure of a pack that breaks the contract: its words for the message, and no parts. */
export function brokenStructure(pack: BrandedPack, problems: string[]): PackStructure {
  const brand = asJson(pack["~mcptest"]) as { contract?: unknown } | null;
  const manifest = { name: String(pack.name), version: String(pack.version), contract: brand?.contract, checks: [] };
  return asJson({
    manifest,
    problems,
    functions: [],
    hasOptions: false,
    checks: [],
    fixtures: [],
    projections: [],
  }) as unknown as PackStructure;
}
