import type { Config } from "@mcptest/core/config";
import type { McptestError } from "@mcptest/core/errors";
import { coveredBy, type LoadedPack, loadPacks, type PackRequest } from "@mcptest/core/loader";
import { discoveredPacks, loading, type PackPlace } from "./packs.js";

/** A pack that would run here, or would if it could be loaded. */
export interface NamedPack {
  /** Absent: nothing names it; it was found among the dependencies, or is bundled. */
  request?: PackRequest;
  /** The suites that have it. */
  suites: string[];
  /** Why it does not run although it was found: another pack stands for its extension. */
  skippedBecause?: string;
  result: { loaded: LoadedPack } | { error: McptestError };
}

/** A way in which a configuration names a pack, and the suites that have it so. */
export interface Naming {
  request: PackRequest;
  suites: string[];
}

/** The packs that run without further words: those that are named, else those that are installed or bundled. */
export async function namedPacks(place: PackPlace): Promise<NamedPack[]> {
  const named = await Promise.all(namingsOf(place.config).map((naming) => loadNamed(naming, place)));
  const searching = suitesThatSearch(place.config);
  if (searching === undefined) return named;
  const { packs, errors } = await discoveredPacks(place);
  return [
    ...named,
    ...packs.map((loaded) => ({ suites: searching, ...skipOf(loaded, packs), result: { loaded } })),
    ...errors.map((error) => ({ suites: searching, result: { error } })),
  ];
}

/** Whether one of the packs that were found runs: of several for one extension the first does. */
export function skipOf(loaded: LoadedPack, found: readonly LoadedPack[]): { skippedBecause?: string } {
  const skippedBecause = coveredBy(loaded, found.slice(0, found.indexOf(loaded)));
  return skippedBecause === undefined ? {} : { skippedBecause };
}

/** Every pack that a configuration names, once for each pin. A suite's own pin is a way of its own. */
export function namingsOf(config: Config | undefined): Naming[] {
  const namings = (config?.packs ?? []).map((request): Naming => ({ request, suites: [] }));
  for (const suite of config?.suites.values() ?? []) {
    for (const request of suite.packs ?? []) {
      const same = namings.find((naming) => isSame(naming.request, request));
      if (same) same.suites.push(suite.name);
      else namings.push({ request, suites: [suite.name] });
    }
  }
  return namings;
}

function isSame(one: PackRequest, other: PackRequest): boolean {
  return one.name === other.name && one.specifier === other.specifier && one.range === other.range;
}

/** The suites that look for packs themselves; `undefined` where the configuration names all that can run. */
export function suitesThatSearch(config: Config | undefined): string[] | undefined {
  if (config?.packs !== undefined) return undefined;
  const suites = [...(config?.suites.values() ?? [])];
  const searching = suites.filter(({ packs }) => packs === undefined).map(({ name }) => name);
  return suites.length > 0 && searching.length === 0 ? undefined : searching;
}

/** Loads a pack without its options: it may lack environment variables, and nothing is run. */
export async function loadNamed({ request, suites }: Naming, place: PackPlace): Promise<NamedPack> {
  const { packs, errors } = await loadPacks([request], loading(place, { withoutOptions: true }));
  const [loaded] = packs;
  return { request, suites, result: loaded ? { loaded } : { error: errors[0] as McptestError } };
}
