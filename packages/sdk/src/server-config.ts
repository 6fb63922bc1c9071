import { LEGACY_VERSIONS, MODERN_VERSIONS } from "@mcptest/core/negotiation";
import { isHeaderName, isHeaderValue, type Target } from "@mcptest/core/wire";
import { invalid, type Kind, MILLISECONDS, OBJECT, TEXT, TEXT_MAP, TEXTS } from "./properties.js";

/** Headers as `fetch` takes them: an object, a `Headers`, or a list of pairs. */
export type HeadersGiven = Record<string, string> | Iterable<readonly [string, string]>;

/** How to reach the server under test: a URL, or a command that speaks on its stdin and stdout. */
export interface MCPServerConfig {
  /** Endpoint of a Streamable HTTP server. */
  url?: string | { readonly href: string };
  /** Headers of every request. Values are secrets. */
  headers?: Record<string, string>;
  /** Only `headers` of it are read. */
  requestInit?: { headers?: HeadersGiven };
  /** Sent as `Authorization: Bearer …`. */
  accessToken?: string;
  /** Program that starts a stdio server. */
  command?: string;
  args?: string[];
  /** Added to the inherited environment. Values are secrets. */
  env?: Record<string, string>;
  /** Working directory of the command. Default: that of this process. */
  cwd?: string;
  /** Milliseconds for one request. Default 30 000. */
  timeout?: number;
  /** The only protocol version that is offered. Default: what the server prefers. */
  protocolVersion?: string;
}

const URL_KIND: Kind = {
  is: "a URL such as http://127.0.0.1:3000/mcp",
  test: (value) => /^https?:\/\/./i.test(urlText(value as MCPServerConfig["url"]) ?? ""),
};

/** The properties of a {@link MCPServerConfig}. */
export const SERVER_PROPERTIES: Readonly<Record<keyof MCPServerConfig, Kind>> = {
  url: URL_KIND,
  headers: TEXT_MAP,
  requestInit: OBJECT,
  accessToken: TEXT,
  command: TEXT,
  args: TEXTS,
  env: TEXT_MAP,
  cwd: TEXT,
  timeout: MILLISECONDS,
  protocolVersion: TEXT,
};

function urlText(url: MCPServerConfig["url"]): string | undefined {
  const text: unknown = typeof url === "object" && url !== null ? url.href : url;
  return typeof text === "string" ? text : undefined;
}

/** Properties that mean something for one way of reaching a server only. */
const HTTP_ONLY = ["headers", "requestInit", "accessToken"] as const;
const STDIO_ONLY = ["args", "env", "cwd"] as const;

/** The target that a configuration names. Throws `CONFIG_INVALID` when it names none, two, or mixes their properties. */
export function targetOf(config: MCPServerConfig, where: string): Target {
  const { url, command, args = [], env, cwd } = config;
  if (url === undefined && command === undefined)
    throw invalid(`${where} needs a url, or a command that starts the server.`);
  if (url !== undefined && command !== undefined) throw invalid(`${where} has both url and command: give one of them.`);
  const [kind, foreign] = url === undefined ? (["a command", HTTP_ONLY] as const) : (["a url", STDIO_ONLY] as const);
  const misplaced = foreign.find((name) => config[name] !== undefined);
  if (misplaced !== undefined) throw invalid(`${where}: ${misplaced} means nothing beside ${kind}.`);
  const text = urlText(url);
  if (text !== undefined) {
    if (!URL.canParse(text)) throw invalid(`${where}: url cannot be read as a URL.`);
    return { kind: "http", name: "server", url: text, headers: headersOf(config, where) };
  }
  if (command === undefined || command === "") throw invalid(`${where}: command is empty.`);
  return { kind: "stdio", name: "server", command, args, ...(env ? { env } : {}), ...(cwd ? { cwd } : {}) };
}

/** Throws `CONFIG_INVALID` for a revision that mcptest does not speak. */
export function checkVersion(version: string | undefined, where: string): void {
  const known = [...MODERN_VERSIONS, ...LEGACY_VERSIONS];
  if (version !== undefined && !known.includes(version))
    throw invalid(`${where}: protocolVersion must be one of ${known.join(", ")}.`);
}

/** All headers of a configuration, in the order of the properties. */
function headersOf({ headers, requestInit, accessToken }: MCPServerConfig, where: string): [string, string][] {
  const unknown = Object.keys(requestInit ?? {}).find((name) => name !== "headers");
  if (unknown !== undefined) throw invalid(`${where}: of requestInit only headers are read, not ${unknown}.`);
  const given: [string, string][] = [...Object.entries(headers ?? {}), ...listOf(requestInit?.headers, where)];
  if (accessToken !== undefined && given.some(([name]) => name.toLowerCase() === "authorization"))
    throw invalid(`${where} has both accessToken and a header Authorization: give one of them.`);
  if (accessToken !== undefined) given.push(["Authorization", `Bearer ${accessToken}`]);
  for (const [name, value] of given) {
    if (!isHeaderName(name)) throw invalid(`${where}: ${JSON.stringify(name)} cannot be the name of a header.`);
    if (!isHeaderValue(value)) throw invalid(`${where}: the value of ${name} has characters that no header can hold.`);
  }
  return given;
}

const HEADERS_FORM = "requestInit.headers must be an object of texts, a Headers, or a list of pairs of texts.";

function listOf(headers: HeadersGiven | undefined, where: string): [string, string][] {
  if (headers === undefined) return [];
  if (typeof headers !== "object" || headers === null) throw invalid(`${where}: ${HEADERS_FORM}`);
  const list = Symbol.iterator in headers ? [...(headers as Iterable<unknown>)] : Object.entries(headers);
  return list.map((pair) => {
    const [name, value] = Array.isArray(pair) ? (pair as unknown[]) : [];
    if (typeof name === "string" && typeof value === "string") return [name, value];
    throw invalid(`${where}: ${HEADERS_FORM}`);
  });
}
