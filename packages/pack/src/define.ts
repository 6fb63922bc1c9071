import type { Check, Fixture, Needs, PackContext, Projection, ValuesOf } from "./check.js";
import { BRAND, type BrandedPack, CONTRACT, type Pack, type PackManifest } from "./pack.js";
import { checksOf } from "./simple.js";
import type { Verdict } from "./verdict.js";

/** Marks a plain object as a pack of this contract. Checks nothing: the host's loader does, with all errors at once. */
export function definePack(pack: Omit<Pack, "checks"> & { checks?: Check[] }): BrandedPack {
  return { ...pack, checks: pack.checks ?? [], [BRAND]: { kind: "pack", contract: CONTRACT } } as BrandedPack;
}

/** A check whose `run` sees the values of its needs with their types. */
export function defineCheck<N extends Needs = Record<never, never>, Options = any>(
  check: Omit<Check, "kind" | "needs" | "run"> & {
    needs?: N;
    run(values: ValuesOf<N>, verdict: Verdict, context: PackContext<Options>): Promise<void> | void;
  },
): Check {
  return { kind: "check", ...check };
}

/** A fixture; see {@link Fixture}. */
export function defineFixture<T, N extends Needs = Record<never, never>, Options = any>(
  fixture: Omit<Fixture<T, Options>, "kind" | "needs" | "prepare"> & {
    needs?: N;
    prepare(values: ValuesOf<N>, context: PackContext<Options>): Promise<T> | T;
  },
): Fixture<T, Options> {
  return { kind: "fixture", ...fixture };
}

/** A projection; see {@link Projection}. */
export function defineProjection<T>(projection: Omit<Projection<T>, "kind">): Projection<T> {
  return { kind: "projection", ...projection };
}

/** The manifest of a pack: what the host may know without running any of its code. */
export function manifestOf(pack: BrandedPack): PackManifest {
  return {
    name: pack.name,
    version: pack.version,
    contract: pack[BRAND].contract,
    extension: pack.extension,
    ...(pack.title === undefined ? {} : { title: pack.title }),
    ...(pack.routes === undefined ? {} : { routes: pack.routes }),
    ...(pack.wants === undefined ? {} : { wants: pack.wants }),
    ...(pack.profiles === undefined ? {} : { profiles: pack.profiles }),
    ...(pack.requiredCheck === undefined ? {} : { requiredCheck: pack.requiredCheck }),
    ...(pack.command === undefined ? {} : { command: pack.command }),
    ...(pack.optionsJsonSchema === undefined ? {} : { optionsJsonSchema: pack.optionsJsonSchema }),
    checks: checksOf(pack).map(({ run: _run, needs: _needs, prepares: _prepares, kind: _kind, ...data }) => data),
  };
}
