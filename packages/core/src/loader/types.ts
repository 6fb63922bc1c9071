import type { BrandedPack, PackManifest } from "@mcptest/pack";

/** A pack that was found, checked and imported. */
export interface LoadedPack {
  pack: BrandedPack;
  manifest: PackManifest;
  /** The pin, or `*`. */
  range: string;
  /** `bundled`, or the real path of the entry file. */
  origin: string;
  /** SHA-256 of the entry file, hex. */
  contentHash: string;
  isolation: "none" | "process";
  /** Validated options, secrets taken out. */
  options: unknown;
  /** True when a config or the command line named it; a pack found otherwise runs only for ids not yet covered. */
  named: boolean;
}
