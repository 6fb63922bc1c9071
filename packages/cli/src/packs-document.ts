import type { PackCandidate } from "@mcptest/core/loader";
import type { VerdictChange } from "@mcptest/core/report";
import type { NamedPack } from "./named-packs.js";

/** A pack that runs here. */
export interface InstalledPack {
  name: string;
  /** Key under which the configuration names it, where that is not its name: an alias or a path. */
  alias?: string;
  version: string;
  /** The pin, or `*`. */
  range: string;
  /** `bundled`, or the real path of the entry file. */
  origin: string;
  isolation: "none" | "process";
  /** Number of the pack contract. */
  contract: number;
  /** Extension id, or `*`. */
  extension: string;
  /** How many checks it has, in all profiles. */
  checks: number;
  /** Suites of the configuration that have it with this pin. */
  suites: string[];
  /** Set where it does not run: another pack that was found stands for its extension. */
  skippedBecause?: string;
}

/** What `mcptest packs list --format json` prints. */
export interface PacksDocument {
  schemaVersion: 1;
  /** Absent: there is no configuration. */
  configFile?: string;
  /** Those that can be loaded; the others are errors on standard error. */
  packs: InstalledPack[];
}

/** One way in which a pack is named or found, and where that leads. */
export interface PackReason {
  /** Key under which it is named. */
  name: string;
  /**
   * `configuration`: its entry under `packs`. `suite`: a suite's own entry. `dependency`: it was found among the direct
   * dependencies. `bundled`: it comes with mcptest and nothing else is there for its extension. `not used`: it does not run
   * here by itself, and the rest says what `--pack` would find.
   */
  because: "configuration" | "suite" | "dependency" | "bundled" | "not used";
  /** The place that names it: file, line and column where they are known. */
  namedIn: string;
  suites: string[];
  /** Set where it does not run: another pack that was found stands for its extension. */
  skippedBecause?: string;
  /** The folder from which the name resolves. */
  from: string;
  /** In the order in which they are looked at; the first that was found is the one. */
  candidates: PackCandidate[];
  /** The pin, or `*`. */
  range: string;
  /** Absent: it cannot be loaded. */
  loaded?: { name: string; version: string; origin: string };
  /** Why it cannot be loaded, an unsatisfied pin included. */
  problem?: { code: string; message: string; fix: string };
}

/** What `mcptest packs why --format json` prints. */
export interface WhyDocument {
  schemaVersion: 1;
  name: string;
  configFile?: string;
  reasons: PackReason[];
}

/** The versions of a pack. */
export interface OutdatedPack {
  name: string;
  alias?: string;
  version: string;
  range: string;
  /** Newest version inside the pin; absent where there is none. */
  inside?: string;
  /** Newest version at all; absent where the registry does not have the package. */
  newest?: string;
  /** A newer version is inside the pin. */
  canUpdate: boolean;
  /** A newer version is outside of the pin. */
  canUpgrade: boolean;
}

/** What `mcptest packs outdated --format json` prints. */
export interface OutdatedDocument {
  schemaVersion: 1;
  packs: OutdatedPack[];
  /** Packs that no registry can be asked about, and why. */
  notAsked: { name: string; reason: string }[];
}

/** What `mcptest packs diff --format json` prints. */
export interface DiffDocument {
  schemaVersion: 1;
  before: { name: string; version: string; origin: string };
  after: { name: string; version: string; origin: string };
  /** Verdicts that differ. */
  changes: VerdictChange[];
  /** Set where not everything could be compared: servers that could not be tested, packs that broke off or judged nothing. */
  incomplete?: string[];
  /** Set where one of the versions, or both, judged nothing on any server: then no verdicts could be compared. */
  nothingJudged?: true;
}

/** A pack that could be loaded, for people and programs. */
export function installedPack({ suites, skippedBecause, result }: NamedPack): InstalledPack | undefined {
  if ("error" in result) return undefined;
  const { manifest, key, range, origin, isolation } = result.loaded;
  const { name, version, contract, extension, checks } = manifest;
  return {
    name,
    ...(key === name ? {} : { alias: key }),
    version,
    range,
    origin,
    isolation,
    contract,
    extension,
    checks: checks.length,
    suites,
    ...(skippedBecause === undefined ? {} : { skippedBecause }),
  };
}
