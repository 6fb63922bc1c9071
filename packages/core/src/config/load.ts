import { resolve } from "node:path";
import type { ImportModule } from "../loader/types.js";
import { findConfigFile, shownFile } from "./find.js";
import type { Config } from "./types.js";

/** How a configuration is looked for. */
export interface ConfigOptions {
  /** Absolute path of the working directory. */
  cwd: string;
  /** The file to read, absolute or relative to `cwd`; then nothing is searched. */
  file?: string;
  /** Environment for `${NAME}`, and for the place of the home folder. */
  env: NodeJS.ProcessEnv;
  /** True reads no configuration. */
  noConfig?: boolean;
  /** Version of the mcptest that runs, for the key `mcptest`. */
  version?: string;
  /** Tests only: replaces `import()`. */
  importModule?: ImportModule;
}

/**
 * The configuration for a working directory, or `undefined` when there is none: `mcptest.config.{yaml,yml,ts,mts,js,mjs,
 * cjs,json}` or the key `mcptest` of a package.json, in `cwd` or above it up to the nearest folder with a package.json or
 * a `.git`; never the home folder or what lies above. Throws a `McptestError`, or `McptestErrors` for several problems.
 * Environment variables that are not set are no error here: they stand in `missing`, and who selects a server or a pack
 * that uses one is refused.
 */
export async function loadConfig(options: ConfigOptions): Promise<Config | undefined> {
  if (options.noConfig) return undefined;
  const { cwd, env } = options;
  const file = options.file === undefined ? findConfigFile(cwd, env) : resolve(cwd, options.file);
  if (file === undefined) return undefined;
  const [{ readConfig }, { buildConfig }] = await Promise.all([import("./read.js"), import("./build.js")]);
  const source = await readConfig(file, { shown: shownFile(file, cwd), importModule: options.importModule });
  return await buildConfig(source, { env, version: options.version });
}
