import type { BrandedPack, HeaderList, PackManifest } from "@mcptest/pack";
import type { McptestError } from "../errors/index.js";

/** A pack as a suite or the command line names it. */
export interface PackRequest {
  /** Key under which it was named: an npm name, `./path`, a file URL, or an alias. */
  name: string;
  /** What is imported: the npm name or alias in node_modules, an absolute path, or a file URL. */
  specifier: string;
  /** The npm name that the package must have when `name` is an alias. */
  packageName?: string;
  /** The pack itself, when a configuration that runs code holds it; nothing is resolved or imported then. */
  object?: unknown;
  /** semver range; absent: any version. */
  range?: string;
  options?: unknown;
  /** Profile that replaces the pack's own default. */
  profile?: string;
  /** Absolute path of the file (or folder) from which the name resolves. */
  from: string;
  /** Where the name stands, for messages: a path, or `--pack`. */
  namedIn: string;
  isolation?: "none";
  /** True where the bundled packs are the last place to look (`--pack`, `mcptest conformance NAME`). */
  orBundled?: boolean;
}

/** A pack that was found, checked and imported. */
export interface LoadedPack {
  pack: BrandedPack;
  manifest: PackManifest;
  /** Key under which it was named; differs from the manifest's name for a path or an npm alias. */
  key: string;
  /** The pin, or `*`. */
  range: string;
  /** `bundled`, or the real path of the entry file. For a pack that a configuration holds itself: the configuration's path. */
  origin: string;
  /** SHA-256 of the entry file, hex. */
  contentHash: string;
  isolation: "none" | "process";
  /** Ends the process of an isolated pack. Without it the process ends with this program. */
  close?(): void;
  /** An isolated pack lets go of what it holds of a lane, by the id of the lane's connection. */
  laneEnded?(connection: string): void;
  /**
   * Validated options, defaults applied. The header values of `secondIdentity` are taken out: a pack sees
   * `secondIdentity: true` in their place.
   */
  options: unknown;
  /** Headers of the second principal, from the option `secondIdentity`. Values are secrets. */
  secondIdentity?: HeaderList;
  /** The profile that the request names, else the option `profile`. */
  profile?: string;
  /** True when a config or the command line named it; a pack found otherwise runs only for ids not yet covered. */
  named: boolean;
}

/** What loading gave: packs and errors, each in the order of the requests. */
export interface PackLoading {
  packs: LoadedPack[];
  errors: McptestError[];
  /** Dependencies that are packs by their names and are not installed, where packs were looked for. */
  notInstalled?: string[];
}

/** Imports a module by its URL. */
export type ImportModule = (url: string) => Promise<unknown>;

/** What {@link PackLoading} is made with. */
export interface LoadOptions {
  /** File, folder or file URL from which the bundled packs resolve: the module of the program that bundles them. */
  bundledFrom: string;
  /** Contract numbers that this host knows. Default: that of `@mcptest/pack`. */
  knownContract?: number | readonly number[];
  /** Milliseconds for the import of one pack, and for its option schema. Default 20 000. */
  importTimeoutMs?: number;
  /**
   * Leaves the options of the requests aside, so that the manifest of a pack can be read before its options are known;
   * those of the loaded packs are `{}`.
   */
  withoutOptions?: boolean;
  /** Values to mask in what a pack's schema says about its options. */
  secrets?: readonly string[];
  /**
   * Runs every pack that is not bundled in a process of its own, unless its request says `isolation: "none"`. Default
   * false: all run in this process.
   */
  isolate?: boolean;
  /** Tests only: replaces `import()`. */
  importModule?: ImportModule;
}
