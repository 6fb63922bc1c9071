import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { McptestError, throwAll } from "../errors/index.js";
import type { Target } from "../wire/types.js";
import { searchFolders, shownFile } from "./find.js";
import { unknownName } from "./problems.js";
import { missingError, serverNamed } from "./select.js";
import type { Config, MissingVariable } from "./types.js";

/** The names of files in which MCP clients keep their servers. */
const FILE_NAMES = [".mcp.json", "mcp.json"] as const;

/** The servers of a file of an MCP client (`mcpServers`). Entries that mcptest cannot use stand in `errors` alone. */
export interface McpServers {
  /** Absolute path. */
  file: string;
  /** All names, those of unusable entries included. */
  names: string[];
  servers: ReadonlyMap<string, Target>;
  /** What is wrong, by the name of the server. */
  errors: ReadonlyMap<string, McptestError[]>;
  /** Values that came from environment variables. */
  secrets: string[];
  missing: MissingVariable[];
}

/** A server that was found by its name. */
export interface FoundServer {
  target: Target;
  /** Absolute path of the file that has it. */
  file: string;
  /** Values that came from environment variables. */
  secrets: string[];
}

/** Where servers are looked for. */
export interface ServerPlaces {
  config?: Config;
  /** Absolute path of the working directory. */
  cwd: string;
  env: NodeJS.ProcessEnv;
}

/**
 * Reads a file such as `.mcp.json`: `mcpServers` with `{ command, args, env, cwd }` or `{ url, headers, type }`; other
 * keys are those of clients and count for nothing. `${NAME}` and `${NAME:-default}` are replaced from the environment.
 * Throws `CONFIG_NOT_FOUND`, `CONFIG_UNREADABLE` and `CONFIG_INVALID` for the file as a whole.
 */
export async function mcpServersFile(path: string, { cwd, env }: Omit<ServerPlaces, "config">): Promise<McpServers> {
  const file = resolve(cwd, path);
  if (!existsSync(file)) throw new McptestError("CONFIG_NOT_FOUND", `there is no file ${shownFile(file, cwd)}`);
  const { readMcpServers } = await import("./read-mcp-servers.js");
  return await readMcpServers(file, shownFile(file, cwd), env);
}

/** The server `name` of such a file. Throws `SERVER_UNKNOWN`, and all that is wrong with its entry. */
export function mcpServer({ file, names, servers, errors, secrets, missing }: McpServers, name: string): FoundServer {
  if (!names.includes(name)) throw new McptestError("SERVER_UNKNOWN", unknownName("server", name, names));
  throwAll([...(errors.get(name) ?? []), ...missing.filter(({ server }) => server === name).map(missingError)]);
  return { target: servers.get(name) as Target, file, secrets };
}

/**
 * The server `name`: of the configuration, else of the nearest `.mcp.json` or `mcp.json` in `cwd` or above, inside the
 * project (as for configurations). Throws `SERVER_UNKNOWN` with all names, and what reading such a file throws.
 */
export async function findServer(name: string, { config, cwd, env }: ServerPlaces): Promise<FoundServer> {
  if (config?.servers.has(name)) {
    return { target: serverNamed(config, name), file: config.file, secrets: config.secrets };
  }
  const names = [...(config?.servers.keys() ?? [])];
  for (const file of searchFolders(cwd, env).flatMap((folder) => FILE_NAMES.map((each) => join(folder, each)))) {
    if (!existsSync(file)) continue;
    const found = await mcpServersFile(file, { cwd, env });
    if (found.names.includes(name)) return mcpServer(found, name);
    names.push(...found.names);
  }
  throw new McptestError("SERVER_UNKNOWN", unknownName("server", name, new Set(names)));
}
