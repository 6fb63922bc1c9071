import { basename } from "node:path";
import { secretsOf } from "@mcptest/core/wire";

/** Commands that run something else, which is then the better name. */
const LAUNCHERS: ReadonlySet<string> = new Set(
  "node nodejs bun deno tsx ts-node python python3 py ruby php uv npx bunx pnpx uvx pnpm yarn npm docker".split(" "),
);
/** Words of launchers that are not what is launched. */
const VERBS: ReadonlySet<string> = new Set(["run", "exec", "dlx", "x", "tool", "--"]);
const SCRIPT = /\.[cm]?[jt]sx?$|\.py$|\.rb$|\.php$/i;

/** A name for a server behind a URL: host and path, without the port, so that it stays when the port changes. */
export function nameOfUrl(url: string): string {
  const { hostname, pathname } = new URL(url);
  return pathname === "/" ? hostname : `${hostname}${pathname}`;
}

/** A name for a server that a command starts: the script or package that it launches, else the command. */
export function nameOfCommand(command: string, args: readonly string[]): string {
  const program = basename(command).replace(/\.(exe|cmd|bat)$/i, "");
  if (!LAUNCHERS.has(program)) return program;
  const secrets = secretsOf({ kind: "stdio", name: "", command, args: [...args] });
  const isSecret = (word: string) => secrets.some((secret) => word.includes(secret));
  const words = args.filter((word) => !word.startsWith("-") && !VERBS.has(word) && !isSecret(word));
  const launched = words.find((word) => SCRIPT.test(word)) ?? words[0];
  return launched === undefined ? program : shortName(launched);
}

/** `server.js` of a path; `@scope/name` of `@scope/name@1.2.0`. */
function shortName(launched: string): string {
  if (/^@[^/@]+\/[^/@]+(@[^/]*)?$/.test(launched)) return launched.replace(/(.)@.*$/, "$1");
  return basename(launched).replace(/(.)@.*$/, "$1");
}
