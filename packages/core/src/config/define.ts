import type { BrandedPack } from "@mcptest/pack";
import type { Toleration } from "./types.js";

/** An entry of `servers` that is started as a child process. */
export interface StdioServerConfig {
  command: string;
  args?: string[];
  /** Added to the inherited environment. */
  env?: Record<string, string>;
  /** Default: the folder of the configuration. A relative one counts from there. */
  cwd?: string;
}

/** An entry of `servers` behind a URL. */
export interface HttpServerConfig {
  url: string;
  headers?: Record<string, string>;
}

/** The long form of an entry of `packs`. */
export interface PackConfig {
  /** semver range. Default: any version. */
  version?: string;
  options?: unknown;
  /** The npm name behind an alias, a path, or, in a configuration that is code, the pack itself. */
  pack?: string | BrandedPack;
  isolation?: "none";
  profile?: string;
}

/** An entry of `suites`. */
export interface SuiteConfig {
  /** Names of servers. Default: all. */
  servers?: string[];
  /** Names of packs, or names with pins of this suite. Default: all. */
  packs?: string[] | Record<string, string | PackConfig>;
  /** Extension ids whose absence fails. */
  require?: string[];
  /** Options by pack, laid over those of the pack's own entry. */
  options?: Record<string, unknown>;
}

/** What a configuration file holds. Texts of `servers` and of options may use `${NAME}` for environment variables. */
export interface UserConfig {
  $schema?: string;
  /** semver range of mcptest itself. */
  mcptest?: string;
  servers?: Record<string, StdioServerConfig | HttpServerConfig>;
  /** By npm name, alias or `./path`: a semver range, the long form, or the pack itself. */
  packs?: Record<string, string | PackConfig | BrandedPack>;
  suites?: Record<string, SuiteConfig>;
  tolerate?: Toleration[];
}

/** Gives a configuration back as it is; editors check and complete it by its type. */
export function defineConfig(config: UserConfig): UserConfig {
  return config;
}
