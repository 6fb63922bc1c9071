import { type Config, loadConfig } from "@mcptest/core/config";
import { McptestError } from "@mcptest/core/errors";
import type { Invocation } from "./invocation.js";
import { toolVersion } from "./version.js";

/** Flags about the configuration file. */
export interface ConfigFlags {
  /** A file, or `false` for none. */
  config?: string | false;
}

/** The configuration of this invocation, or `undefined`. Throws what `loadConfig` throws. */
export async function configFor({ config }: ConfigFlags, invocation: Invocation): Promise<Config | undefined> {
  if (config === "")
    throw new McptestError("USAGE_BAD_VALUE", "--config is empty.", { fix: "Give the path of a file." });
  const found = await loadConfig({
    cwd: process.cwd(),
    env: invocation.env,
    version: toolVersion(),
    ...(typeof config === "string" ? { file: config } : {}),
    ...(config === false ? { noConfig: true } : {}),
  });
  for (const secret of found?.secrets ?? []) invocation.secrets.add(secret);
  return found;
}
