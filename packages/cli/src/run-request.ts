import { resolve } from "node:path";
import type { Config } from "@mcptest/core/config";
import { DEFAULT_TIMES, type PackSelection, type RunRequest } from "@mcptest/core/runner";
import { DEFAULT_LIMITS, secretsOf, secretsOfHeaders, type Target } from "@mcptest/core/wire";
import { advisoryFrom, type CheckFlags, secondIdentityFrom } from "./check-options.js";
import type { Invocation } from "./invocation.js";
import { toolVersion } from "./version.js";
import { wireSettings } from "./wire-options.js";

/** What is to run. */
export interface RunParts {
  servers: Target[];
  also?: Target | undefined;
  packs: PackSelection[];
  require: string[];
  flags: CheckFlags;
  /** In what words advice names options of packs. */
  optionNaming: RunRequest["optionNaming"];
  config: Config | undefined;
  tolerance: Pick<RunRequest, "tolerate" | "judgesStale" | "hasEveryPack">;
}

/** The request to the runner. Throws `USAGE_BAD_VALUE`. Secrets are known to the invocation from here on. */
export function runRequest(parts: RunParts, invocation: Invocation): RunRequest {
  const { servers, also, packs, require, flags, config, tolerance, optionNaming } = parts;
  const { era, protocolVersion, limits, negotiation } = wireSettings(flags, "auto", DEFAULT_LIMITS);
  const secondIdentity = secondIdentityFrom(flags.secondIdentity);
  const advisory = advisoryFrom(flags.advisory);
  const known = [...servers.flatMap(secretsOf), ...secretsOfHeaders(secondIdentity ?? [])];
  for (const secret of known) invocation.secrets.add(secret);
  return {
    tool: { version: toolVersion() },
    servers,
    ...(also ? { also } : {}),
    packs,
    require,
    era,
    ...(protocolVersion === undefined ? {} : { protocolVersion }),
    ...(flags.onlyAdvertised ? { onlyAdvertised: true } : {}),
    optionNaming,
    ...(flags.readOnly ? { readOnly: true } : {}),
    ...(flags.strict ? { strict: true } : {}),
    ...tolerance,
    ...(advisory ? { advisory } : {}),
    limits,
    negotiation,
    checkTimeoutMs: flags.checkTimeout ?? DEFAULT_TIMES.checkTimeoutMs,
    serverTimeoutMs: flags.serverTimeout ?? DEFAULT_TIMES.serverTimeoutMs,
    runTimeoutMs: flags.runTimeout ?? DEFAULT_TIMES.runTimeoutMs,
    ...(secondIdentity ? { secondIdentity } : {}),
    browser: { ...config?.browser, ...browserFrom(flags) },
    ...(config ? { configFile: config.file } : {}),
    secrets: [...invocation.secrets],
    ...(flags.saveTranscript === undefined ? {} : { saveTranscript: flags.saveTranscript }),
  };
}

function browserFrom({ browser, browserNoSandbox }: CheckFlags): RunRequest["browser"] {
  return {
    ...(browser === undefined ? {} : { path: resolve(browser) }),
    ...(browserNoSandbox ? { sandbox: false } : {}),
  };
}
