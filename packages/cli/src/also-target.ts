import type { Config } from "@mcptest/core/config";
import { McptestError } from "@mcptest/core/errors";
import { secretsOf, type Target } from "@mcptest/core/wire";
import { headersFrom } from "./header-options.js";
import type { Invocation } from "./invocation.js";
import { nameOfCommand, nameOfUrl } from "./target-name.js";
import type { TargetFlags } from "./target-options.js";
import { checkUrl } from "./target-url.js";
import { configuredServer } from "./targets.js";

/**
 * The other target of `--also`: the name of a configured server, a URL, or a command whose words are split at spaces. A URL
 * gets the headers of the command line where the target of the run takes none. Throws `USAGE_BAD_VALUE` or
 * `TARGET_BAD_URL`. Its secrets are known to the invocation from here on.
 */
export async function alsoTarget(
  text: string | undefined,
  flags: TargetFlags,
  config: Config | undefined,
  invocation: Invocation,
): Promise<Target | undefined> {
  if (text === undefined) return undefined;
  const target = config?.servers.has(text)
    ? await configuredServer(text, config, invocation)
    : targetOf(text, flags, invocation);
  for (const secret of secretsOf(target)) invocation.secrets.add(secret);
  return target;
}

function targetOf(text: string, flags: TargetFlags, { env }: Invocation): Target {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) {
    const url = checkUrl(text, "--also");
    return { kind: "http", name: nameOfUrl(url), url, headers: headersFrom(flags, env) };
  }
  const [command, ...args] = text.trim().split(/\s+/);
  if (!command || /["'\\]/.test(text)) {
    const what = command ? "quotes and backslashes have no meaning here" : "nothing is named";
    throw new McptestError("USAGE_BAD_VALUE", `--also: ${what}.`, {
      fix: 'Give a URL, a command whose words have no spaces in them, such as "node server.js", or the name of a configured server.',
    });
  }
  return { kind: "stdio", name: nameOfCommand(command, args), command, args };
}
