import { type McptestError, McptestErrors } from "../../errors/index.js";
import { nativeImport } from "../../loader/testing/native-import.js";
import { type Files, project, without } from "../../loader/testing/project.js";
import { type ConfigOptions, loadConfig } from "../load.js";
import type { Config } from "../types.js";

/** Loads the configuration of `cwd` with Node's own import, an environment of its own, and `mcptest` 1.2.3. */
export function load(cwd: string, options: Partial<ConfigOptions> = {}): Promise<Config | undefined> {
  return loadConfig({ cwd, env: { HOME: "/nowhere" }, version: "1.2.3", importModule: nativeImport, ...options });
}

/** The configuration that a project with these files has. */
export async function configOf(files: Files, options: Partial<ConfigOptions> = {}): Promise<Config> {
  const config = await load(project({ ".git/x": "", ...files }), options);
  if (config === undefined) throw new Error("there is no configuration");
  return config;
}

/** The errors of a project with these files: `CODE message`, one a line, without the folder's path. */
export async function refusal(files: Files, options: Partial<ConfigOptions> = {}): Promise<string> {
  const folder = project({ ".git/x": "", ...files });
  return without(folder, linesOf(await thrownBy(() => load(folder, options))));
}

/** What `action` throws. */
export async function thrownBy(action: () => unknown): Promise<McptestError | McptestErrors> {
  try {
    await action();
  } catch (error) {
    return error as McptestError | McptestErrors;
  }
  throw new Error("nothing was thrown");
}

/** `CODE message` of each error, one a line. */
export function linesOf(error: McptestError | McptestErrors): string {
  const errors = error instanceof McptestErrors ? error.errors : [error];
  return errors.map(({ code, message }) => `${code} ${message}`).join("\n");
}
