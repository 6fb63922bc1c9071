import type { Target } from "../wire/types.js";

/** One exclusion: a finding that is known and accepted (see `tolerate` in the configuration). */
export interface Toleration {
  server?: string;
  lane?: string;
  pack?: string;
  check: string;
  subject?: string;
  reason: string;
  /** ISO date after which the entry no longer counts. */
  until?: string;
}

/** A pack as a suite or the command line names it. */
export interface PackRequest {
  /** Key under which it was named: an npm name, `./path`, a file URL, or an alias. */
  name: string;
  /** What is imported: the npm name or alias in node_modules, an absolute path, or a file URL. */
  specifier: string;
  /** The npm name that the package must have when `name` is an alias. */
  packageName?: string;
  /** semver range; absent: any version. */
  range?: string;
  options?: unknown;
  /** Absolute path of the file (or folder) from which the name resolves. */
  from: string;
  /** Where the name stands, for messages: a path, or `--pack`. */
  namedIn: string;
  isolation?: "none";
}

/** What is to be tested with what. */
export interface Suite {
  name: string;
  servers: Target[];
  /** `undefined`: nothing names packs, so discovery and the bundled list decide. */
  packs: PackRequest[] | undefined;
  /** Extension ids whose absence fails. */
  require: string[];
  tolerate: Toleration[];
}

/** A configuration that was read and checked. */
export interface Config {
  /** Absolute path of the file. */
  file: string;
  /** Range of mcptest itself. */
  mcptest?: string;
  servers: ReadonlyMap<string, Target>;
  packs: PackRequest[] | undefined;
  suites: ReadonlyMap<string, Suite>;
  tolerate: Toleration[];
}
