import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { Config } from "@mcptest/core/config";
import { McptestError, nearest } from "@mcptest/core/errors";
import { secretsOf, type Target } from "@mcptest/core/wire";
import { headersFrom } from "./header-options.js";
import type { Invocation } from "./invocation.js";
import { nameOfCommand, nameOfUrl } from "./target-name.js";
import type { TargetFlags } from "./target-options.js";
import { checkUrl } from "./target-url.js";
import { configuredServer } from "./targets.js";

/**
 * The other target of `--also`: the name of a configured server, a URL, or a command whose words are split at spaces. A URL
 * gets the headers of the command line where the target of the run takes none. Throws `USAGE_BAD_VALUE`,
 * `TARGET_BAD_URL`, or `SERVER_UNKNOWN` for a slip of a name. Its secrets are known to the invocation from here on.
 */
export async function alsoTarget(
  text: string | undefined,
  flags: TargetFlags,
  config: Config | undefined,
  invocation: Invocation,
): Promise<Target | undefined> {
  if (text === undefined) return undefined;
  const isName = config?.servers.has(text) ?? false;
  if (!isName) refuseSlip(text, config, invocation);
  const target = isName ? await configuredServer(text, config, invocation) : targetOf(text, flags, invocation);
  for (const secret of secretsOf(target)) invocation.secrets.add(secret);
  return target;
}

/** A word that comes near the name of a configured server, and is no command here, is a slip of that name. */
function refuseSlip(text: string, config: Config | undefined, { env }: Invocation): void {
  if (!/^[^\s/\\]+$/.test(text) || isCommand(text, env)) return;
  const meant = nearest(text, config?.servers.keys() ?? []);
  if (meant === undefined) return;
  throw new McptestError(
    "SERVER_UNKNOWN",
    `--also: there is no server ${JSON.stringify(text)}. Did you mean ${meant}?`,
    {
      fix: `Write --also ${meant}; the path of a command is one with a slash, such as ./${text}.`,
    },
  );
}

/** True where a folder of `PATH` has a file of this name, on Windows with one of the endings of `PATHEXT` too. */
function isCommand(word: string, env: Invocation["env"]): boolean {
  const endings = process.platform === "win32" ? ["", ...(env.PATHEXT ?? ".EXE;.CMD;.BAT").split(";")] : [""];
  const folders = (env.PATH ?? env.Path ?? "").split(delimiter).filter((folder) => folder !== "");
  return folders.some((folder) => endings.some((ending) => existsSync(join(folder, word + ending))));
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
