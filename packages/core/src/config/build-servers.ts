import { resolve } from "node:path";
import type { Target } from "../wire/types.js";
import type { BuildContext } from "./context.js";
import { isPlainObject } from "./keys.js";
import { noSuchKey, type Problem } from "./problems.js";
import { check, httpServer, stdioServer } from "./schema.js";
import type { Path } from "./source.js";

/** The keys that an entry may have, of either kind. */
export const SERVER_KEYS = ["command", "args", "env", "cwd", "url", "headers"] as const;

/** The targets of `servers`, by name. Entries with a problem are left out. */
export function buildServers(servers: Record<string, unknown>, context: BuildContext): Map<string, Target> {
  const targets = new Map<string, Target>();
  for (const [name, entry] of Object.entries(servers)) {
    const target = buildServer(name, entry, ["servers", name], context);
    if (target !== undefined) targets.set(name, target);
  }
  return targets;
}

/** The target of one entry, which stands at `path`; `undefined` when it has a problem. */
export function buildServer(name: string, entry: unknown, path: Path, context: BuildContext): Target | undefined {
  checkName(name, path, context);
  const members = isPlainObject(entry) ? entry : {};
  const isHttp = members.url !== undefined;
  if (isHttp && members.command !== undefined) {
    context.problems.push({ path, message: "it has a command and a url; a server is reached by one of them" });
    return undefined;
  }
  if (isPlainObject(entry) && !isHttp && members.command === undefined) {
    context.problems.push({ path, message: "it has neither a command nor a url" }, ...unknownKeys(entry, path));
    return undefined;
  }
  return isHttp ? httpTarget(name, entry, path, context) : stdioTarget(name, entry, path, context);
}

function unknownKeys(entry: Record<string, unknown>, path: Path): Problem[] {
  const known: readonly string[] = SERVER_KEYS;
  return Object.keys(entry)
    .filter((key) => !known.includes(key))
    .map((key) => ({ path: [...path, key], message: noSuchKey(key, known) }));
}

function httpTarget(name: string, entry: unknown, path: Path, { problems, raw }: BuildContext): Target | undefined {
  const server = check(httpServer, entry, path, problems, raw);
  if (server === undefined) return undefined;
  const headers = Object.entries(server.headers ?? {});
  const names = headers.map(([header]) => header.toLowerCase());
  const twice = names.find((header, index) => names.indexOf(header) !== index);
  if (twice !== undefined) {
    problems.push({ path: [...path, "headers"], message: `the header ${twice} stands there twice` });
  }
  return { kind: "http", name, url: server.url, headers };
}

function stdioTarget(name: string, entry: unknown, path: Path, context: BuildContext): Target | undefined {
  const server = check(stdioServer, entry, path, context.problems, context.raw);
  if (server === undefined) return undefined;
  const { command, args = [], env, cwd = "." } = server;
  return {
    kind: "stdio",
    name,
    command,
    args,
    ...(env === undefined ? {} : { env }),
    cwd: resolve(context.folder, cwd),
  };
}

/** Names of servers and suites become parts of keys that are divided by slashes. */
export function checkName(name: string, path: Path, { problems }: BuildContext): void {
  if (/^[^\s/][^/\p{Cc}]*$/u.test(name)) return;
  problems.push({ path, message: "the name is not allowed; expected one without / and control characters" });
}
