import { type Config, findServer } from "@mcptest/core/config";
import { McptestError } from "@mcptest/core/errors";
import { secretsOf, type Target } from "@mcptest/core/wire";
import type { Invocation } from "./invocation.js";
import { additionsFrom, chooseTarget, type TargetFlags, withAdditions } from "./target-options.js";

/**
 * The one target of this invocation, with what the flags add, or `undefined` when none is named. Its secrets are known
 * to the invocation from here on.
 */
export async function namedTarget(
  words: readonly string[],
  flags: TargetFlags,
  config: Config | undefined,
  invocation: Invocation,
): Promise<Target | undefined> {
  const { serverCommand, env, name } = invocation;
  const [word] = words;
  if (word !== undefined && config?.servers.has(word)) {
    throw new McptestError("TARGET_BAD_URL", `${JSON.stringify(word)} is the name of a configured server, no URL.`, {
      fix: `Write: ${name} --server ${word}`,
    });
  }
  const additions = additionsFrom(flags, env);
  const choice = chooseTarget({ words, serverCommand, flags, invocation: name }, additions);
  if (choice.kind === "none") {
    if (!choice.adjusted) return undefined;
    throw new McptestError("USAGE_NO_TARGET", "There are headers or variables for a target, and no target.");
  }
  const target =
    choice.kind === "target"
      ? choice.target
      : withAdditions(await configuredServer(choice.name, config, invocation), additions);
  for (const secret of secretsOf(target)) invocation.secrets.add(secret);
  return target;
}

/** As {@link namedTarget}; throws `USAGE_NO_TARGET` when none is named. */
export async function oneTarget(
  words: readonly string[],
  flags: TargetFlags,
  config: Config | undefined,
  invocation: Invocation,
): Promise<Target> {
  const target = await namedTarget(words, flags, config, invocation);
  if (target) return target;
  throw new McptestError("USAGE_NO_TARGET", "No target is given.", {
    fix: `Write one: ${invocation.name} http://127.0.0.1:3000/mcp, or ${invocation.name} -- node server.js`,
  });
}

/** A server of the configuration by its name. */
export async function configuredServer(
  name: string,
  config: Config | undefined,
  invocation: Invocation,
): Promise<Target> {
  const places = { cwd: process.cwd(), env: invocation.env, ...(config ? { config } : {}) };
  const { target, secrets } = await findServer(name, places);
  for (const secret of secrets) invocation.secrets.add(secret);
  return target;
}
