import { McptestError } from "../errors/index.js";
import type { Target } from "../wire/types.js";
import { buildServer, SERVER_KEYS } from "./build-servers.js";
import { buildContext } from "./context.js";
import { isPlainObject, keyProblems } from "./keys.js";
import type { McpServers } from "./mcp-servers.js";
import { errorsOf, foundAt, type Problem } from "./problems.js";
import { type ConfigSource, type Path, pathText } from "./source.js";
import { readJson } from "./source-json.js";
import { replaceVariables } from "./variables.js";

/** Reads a file with `mcpServers`; see `mcpServersFile`. Entries are checked one by one. */
export async function readMcpServers(file: string, shown: string, env: NodeJS.ProcessEnv): Promise<McpServers> {
  const source = await readJson(file, shown);
  const entries: unknown = isPlainObject(source?.value) ? source.value.mcpServers : undefined;
  if (source === undefined || !isPlainObject(entries)) {
    const what =
      source === undefined ? "the file is empty" : `mcpServers: ${foundAt(entries, true)}; expected an object`;
    throw new McptestError("CONFIG_INVALID", `${shown}: ${what}`);
  }
  const servers = new Map<string, Target>();
  const errors = new Map<string, McptestError[]>();
  const result: McpServers = { file, names: Object.keys(entries), servers, errors, secrets: [], missing: [] };
  for (const [name, entry] of Object.entries(entries)) {
    const problems = readEntry(name, entry, source, env, result, servers);
    if (problems.length > 0) errors.set(name, errorsOf(problems, source));
  }
  return result;
}

function readEntry(
  name: string,
  entry: unknown,
  source: ConfigSource,
  env: NodeJS.ProcessEnv,
  result: McpServers,
  servers: Map<string, Target>,
): Problem[] {
  const path: Path = ["mcpServers", name];
  const early = keyProblems({ [name]: entry }, ["mcpServers"]);
  if (early.length > 0) return early;
  const replaced = replaceVariables(usable(entry), path, env, "of clients");
  const context = buildContext(source);
  const target = buildServer(name, replaced.value, path, context);
  if (target !== undefined) servers.set(name, target);
  result.secrets.push(...replaced.secrets);
  for (const unset of replaced.unset) {
    const place = `${source.placeOf(unset.path)}: ${pathText(unset.path)}`;
    result.missing.push({ variable: unset.variable, place, server: name });
  }
  return [...replaced.problems, ...context.problems];
}

/** The members that mean something here; others are for the client that keeps the file. */
function usable(entry: unknown): unknown {
  if (!isPlainObject(entry)) return entry;
  return Object.fromEntries(SERVER_KEYS.filter((key) => entry[key] !== undefined).map((key) => [key, entry[key]]));
}
