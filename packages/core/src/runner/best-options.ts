import type { OptionNeed } from "@mcptest/pack";
import type { PackResult } from "../report/model.js";

/** A check that was not decided for lack of options. */
export interface Wanting {
  id: string;
  /** Each has to be met; any of the options of one meets it. */
  lacks: readonly (readonly OptionNeed[])[];
}

/** Options that are named. */
const MOST = 3;

/**
 * The options that would decide most of what was not decided, best first, each with the checks that it adds to those before
 * it. `nameOf` says how whoever started the run gives an option.
 */
export function bestOptions(
  wanting: readonly Wanting[],
  nameOf: (need: OptionNeed) => string,
): NonNullable<PackResult["moreWithOptions"]> {
  const options = new Map<string, OptionNeed>();
  for (const need of wanting.flatMap(({ lacks }) => lacks.flat())) {
    if (!options.has(keyOf(need))) options.set(keyOf(need), need);
  }
  const given = new Set<string>();
  const best: NonNullable<PackResult["moreWithOptions"]> = [];
  let open = wanting.filter(({ lacks }) => lacks.length > 0);
  while (best.length < MOST) {
    const gains = [...options].map(([key, need]) => ({
      key,
      need,
      met: open.filter(metWith(new Set([...given, key]))),
    }));
    const next = gains.reduce((one, other) => (other.met.length > one.met.length ? other : one), gains[0] ?? NOTHING);
    if (next.met.length === 0) break;
    given.add(next.key);
    best.push({ option: nameOf(next.need), checks: next.met.map(({ id }) => id) });
    open = open.filter((check) => !next.met.includes(check));
  }
  return best;
}

const NOTHING = { key: "", need: { path: [] } as OptionNeed, met: [] as Wanting[] };

function metWith(given: ReadonlySet<string>): (check: Wanting) => boolean {
  return ({ lacks }) => lacks.every((alternatives) => alternatives.some((need) => given.has(keyOf(need))));
}

function keyOf({ path }: OptionNeed): string {
  return JSON.stringify(path);
}
