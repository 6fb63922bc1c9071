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
}

/** What `mcptest packs list --format json` prints. */
export interface PacksDocument {
  schemaVersion: 1;
  /** Absent: there is no configuration. */
  configFile?: string;
  /** Those that can be loaded; the others are errors on standard error. */
  packs: InstalledPack[];
}

/** A pack that could be loaded, for people and programs. */
export function installedPack({ suites, result }: NamedPack): InstalledPack | undefined {
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
  };
}
