import type { BrandedPack } from "@mcptest/pack";
import type { PackProcess } from "./isolate/pack-process.js";
import type { PackageJson } from "./package-json.js";

/** Milliseconds for the import of one pack, and for its option schema. */
export const IMPORT_TIMEOUT_MS = 20_000;

/** A pack that was found and imported, not yet checked. */
export interface ImportedPack {
  pack: BrandedPack;
  origin: string;
  file: string;
  /** The process that the pack runs in. */
  process?: PackProcess;
  /** What the process says in which it breaks the contract, where it says so. */
  problems?: string[];
  packageJson?: PackageJson;
}
