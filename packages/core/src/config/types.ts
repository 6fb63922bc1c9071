import type { BrowserChoice } from "../host/index.js";
import type { PackRequest } from "../loader/types.js";
import type { Toleration } from "../report/model.js";
import type { Target } from "../wire/types.js";

export type { PackRequest } from "../loader/types.js";
export type { Toleration } from "../report/model.js";

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

/** A use of an environment variable that is not set. It is an error only for who selects the server or the pack. */
export interface MissingVariable {
  /** Name of the variable. */
  variable: string;
  /** File, line and path in the configuration. */
  place: string;
  /** The server whose entry uses it. */
  server?: string;
  /** The pack whose options use it. */
  pack?: string;
  /** The suite whose own options for the pack use it. */
  suite?: string;
}

/** A configuration that was read and checked. */
export interface Config {
  /** Absolute path of the file. */
  file: string;
  /** Range of mcptest itself. */
  mcptest?: string;
  /**
   * By name. Where variables are {@link missing}, `${NAME}` is left in place: take servers through `selectSuite` or
   * `findServer`, which refuse those.
   */
  servers: ReadonlyMap<string, Target>;
  packs: PackRequest[] | undefined;
  suites: ReadonlyMap<string, Suite>;
  tolerate: Toleration[];
  /** For packs that want a browser. An absolute path. */
  browser?: BrowserChoice;
  /** Values that came from environment variables: to be masked wherever they occur. */
  secrets: string[];
  missing: MissingVariable[];
}
