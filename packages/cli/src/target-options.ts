import { McptestError } from "@mcptest/core/errors";
import type { HeaderList, HttpTarget, StdioTarget, Target } from "@mcptest/core/wire";
import { type HeaderFlags, headersFrom } from "./header-options.js";
import { nameOfCommand, nameOfUrl } from "./target-name.js";
import { checkUrl, severalTargets } from "./target-url.js";

/** Flags that say which server is meant and how to reach it. */
export interface TargetFlags extends HeaderFlags {
  url?: string;
  command?: string;
  args?: string[];
  env?: string[];
  cwd?: string;
  server?: string;
}

/** Everything on the command line that names a target. */
export interface GivenTarget {
  /** Positional words where a target is expected. */
  words: readonly string[];
  /** What stands behind `--`; `undefined` when there is no `--`. */
  serverCommand: readonly string[] | undefined;
  flags: TargetFlags;
  /** What stands before the target in examples of messages: `mcptest run`. */
  invocation: string;
}

/** Which target was chosen: one of its own, a configured server by name, or none. */
export type TargetChoice =
  | { kind: "target"; target: Target }
  | { kind: "server"; name: string }
  | { kind: "none"; adjusted: boolean };

/** What flags add to a target, wherever it comes from. */
export interface Additions {
  headers: HeaderList;
  env: Record<string, string>;
  cwd?: string;
}

/**
 * Reads the target. Throws `USAGE_TWO_TARGETS`, `TARGET_BAD_URL` or `USAGE_BAD_VALUE`. No target at all is no error here:
 * `adjusted` then says whether flags would have changed one.
 */
export function chooseTarget(given: GivenTarget, additions: Additions): TargetChoice {
  const { words, serverCommand, flags, invocation } = given;
  const named = [
    ...(words.length > 0 ? ["a positional target"] : []),
    ...(serverCommand ? ["a command after --"] : []),
    ...(["url", "command", "server"] as const).filter((flag) => flags[flag] !== undefined).map((flag) => `--${flag}`),
  ];
  if (named.length > 1) {
    throw new McptestError("USAGE_TWO_TARGETS", `The target is given ${named.length} times: ${named.join(", ")}.`);
  }
  if (words.length > 1) throw severalTargets(words, invocation);
  if (flags.args && flags.command === undefined) {
    throw new McptestError("USAGE_BAD_VALUE", "--args is given without --command.", {
      fix: "Give the program with --command, or write the whole command after --.",
    });
  }
  if (flags.server !== undefined) return { kind: "server", name: flags.server };
  const target = targetOf(given);
  if (target) return { kind: "target", target: withAdditions(target, additions) };
  const { headers, env, cwd } = additions;
  return { kind: "none", adjusted: headers.length > 0 || Object.keys(env).length > 0 || cwd !== undefined };
}

function targetOf({ words, serverCommand, flags, invocation }: GivenTarget): Target | undefined {
  const url = words[0] ?? flags.url;
  if (url !== undefined) return httpTarget(checkUrl(url, words[0] === undefined ? `${invocation} --url` : invocation));
  const [command, ...args] =
    serverCommand ?? (flags.command === undefined ? [] : [flags.command, ...(flags.args ?? [])]);
  if (command) return { kind: "stdio", name: nameOfCommand(command, args), command, args };
  if (serverCommand === undefined && flags.command === undefined) return undefined;
  const message = serverCommand ? "Nothing follows --." : "--command is empty.";
  throw new McptestError("USAGE_NO_TARGET", message, {
    fix: `Write the command that starts the server: ${invocation} -- node server.js`,
  });
}

function httpTarget(url: string): HttpTarget {
  return { kind: "http", name: nameOfUrl(url), url, headers: [] };
}

/** What the flags add to whichever target is chosen. Throws `USAGE_BAD_VALUE`. */
export function additionsFrom(flags: TargetFlags, env: Readonly<Record<string, string | undefined>>): Additions {
  return {
    headers: headersFrom(flags, env),
    env: Object.fromEntries((flags.env ?? []).map(parseVariable)),
    ...(flags.cwd === undefined ? {} : { cwd: flags.cwd }),
  };
}

function parseVariable(given: string): [string, string] {
  const equals = given.indexOf("=");
  if (equals > 0) return [given.slice(0, equals), given.slice(equals + 1)];
  const shown = /^[A-Za-z_][A-Za-z0-9_]*$/.test(given) ? ` ${given}` : "";
  throw new McptestError("USAGE_BAD_VALUE", `--env${shown}: there is no name before an equals sign.`, {
    fix: "Write --env NAME=VALUE. Variables of your own environment reach the server without it.",
  });
}

/** The target with what the flags add. Throws `USAGE_BAD_VALUE` for flags that mean nothing for its kind. */
export function withAdditions(target: Target, additions: Additions): Target {
  return target.kind === "http" ? withHeaders(target, additions) : withEnvironment(target, additions);
}

function withHeaders(target: HttpTarget, { headers, env, cwd }: Additions): HttpTarget {
  if (Object.keys(env).length > 0) throw notFor("--env", "a server behind a URL");
  if (cwd !== undefined) throw notFor("--cwd", "a server behind a URL");
  const replaced = new Set(headers.map(([name]) => name.toLowerCase()));
  const kept = target.headers.filter(([name]) => !replaced.has(name.toLowerCase()));
  return { ...target, headers: [...kept, ...headers] };
}

function withEnvironment(target: StdioTarget, { headers, env, cwd }: Additions): StdioTarget {
  if (headers.length > 0) throw notFor("--header, --header-file and --bearer-env", "a server that a command starts");
  return {
    ...target,
    ...(Object.keys(env).length > 0 || target.env ? { env: { ...target.env, ...env } } : {}),
    ...(cwd === undefined ? {} : { cwd }),
  };
}

function notFor(flags: string, kind: string): McptestError {
  return new McptestError("USAGE_BAD_VALUE", `${flags}: there is no use for it with ${kind}.`, {
    fix: "Headers go to a URL; --env and --cwd go to a command.",
  });
}
