import type { HeaderList } from "@mcptest/pack";
import { LEGACY_VERSIONS, MODERN_VERSIONS } from "@mcptest/pack";
import { MASK } from "./redact.js";
import type { HttpTarget, StdioTarget, Target } from "./types.js";

/** Headers that users set and that hold no secret; their values occur everywhere in MCP traffic. */
const PUBLIC_HEADERS: ReadonlySet<string> = new Set([
  "accept",
  "accept-encoding",
  "accept-language",
  "cache-control",
  "connection",
  "content-type",
  "mcp-protocol-version",
  "user-agent",
]);

const PUBLIC_VALUES: ReadonlySet<string> = new Set([...MODERN_VERSIONS, ...LEGACY_VERSIONS]);

/** True when the value of a header that the user gave may be shown. */
export function isPublicHeader(name: string): boolean {
  return PUBLIC_HEADERS.has(name.toLowerCase());
}

/**
 * Every value of `target` that must not be shown: header values and the token behind a scheme, environment values, user
 * name and password of the URL, values of its query, arguments that look like secrets. As the user wrote them and decoded.
 */
export function secretsOf(target: Target): string[] {
  const secrets = target.kind === "http" ? secretsOfHttp(target) : secretsOfStdio(target);
  return [...new Set(secrets)].filter((secret) => secret !== "" && !PUBLIC_VALUES.has(secret));
}

function secretsOfStdio({ env = {}, args }: StdioTarget): string[] {
  return [...Object.values(env), ...argumentsOf(args).flatMap(({ secrets }) => secrets)];
}

/** Words in a name that say that its value is a secret. */
const SECRET_WORD =
  /(^|[^a-z])(api|access|private|auth|client|secret)?(key|token|secret|password|passwd|pwd|credentials?|authorization|cookie)s?$/i;

/** What stands before the `@` of a URL. It begins where the scheme ends, so that a long argument is read once. */
const CREDENTIALS = /[a-z0-9+.-]:\/\/([^/?#\s@]+)@/i;

/** An argument as it may be shown, and what in it looks like a secret. */
interface ShownArgument {
  shown: string;
  secrets: string[];
}

/**
 * Arguments of a server's command: the value of `--api-key=X`, `--token X`, `API_KEY=X` and `Authorization: X` is taken
 * for a secret, and so is what stands before the `@` of a URL.
 */
function argumentsOf(args: readonly string[]): ShownArgument[] {
  return args.map((argument, index) => {
    const flag = /^--?([\w.-]+)$/.exec(args[index - 1] ?? "")?.[1];
    if (flag !== undefined && isSecretName(flag) && !argument.startsWith("-")) {
      return argument === "" ? { shown: "", secrets: [] } : { shown: MASK, secrets: [argument] };
    }
    const [, head = "", name = "", value = ""] = /^((?:--?)?([\w.-]+)(?:=|:\s+))([\s\S]+)$/.exec(argument) ?? [];
    if (value !== "" && isSecretName(name))
      return { shown: `${head}${MASK}`, secrets: secretsOfHeaders([["x", value]]) };
    const url = CREDENTIALS.exec(argument);
    const user = url?.[1];
    if (!url || user === undefined) return { shown: argument, secrets: [] };
    const end = url.index + url[0].length;
    const shown = `${argument.slice(0, end - user.length - 1)}${MASK}${argument.slice(end - 1)}`;
    return { shown, secrets: [user, ...user.split(":")].map(percentDecoded) };
  });
}

function isSecretName(name: string): boolean {
  return SECRET_WORD.test(name.replace(/([a-z0-9])(?=[A-Z])/g, "$1-"));
}

function secretsOfHttp(target: HttpTarget): string[] {
  return [...secretsOfHeaders(target.headers), ...secretsOfUrl(target.url)];
}

/** The secrets in header lines that the user gave; also for the headers of a second identity. */
export function secretsOfHeaders(headers: HeaderList): string[] {
  const secrets: string[] = [];
  for (const [name, value] of headers) {
    if (isPublicHeader(name)) continue;
    secrets.push(value.trim());
    const [, scheme, token] = /^\s*([A-Za-z][\w-]*)\s+(.+?)\s*$/.exec(value) ?? [];
    if (token !== undefined) secrets.push(token);
    if (token !== undefined && scheme?.toLowerCase() === "basic") secrets.push(...secretsOfBasic(token));
    if (name.toLowerCase() === "cookie") secrets.push(...secretsOfCookie(value));
  }
  return secrets;
}

function secretsOfBasic(token: string): string[] {
  const pair = Buffer.from(token, "base64").toString("utf8");
  const colon = pair.indexOf(":");
  return colon < 0 ? [pair] : [pair, pair.slice(0, colon), pair.slice(colon + 1)];
}

function secretsOfCookie(value: string): string[] {
  return value.split(";").map((pair) => pair.slice(pair.indexOf("=") + 1).trim());
}

function secretsOfUrl(text: string): string[] {
  if (!URL.canParse(text)) return [];
  const url = new URL(text);
  const secrets = [url.username, url.password].flatMap((part) => [part, percentDecoded(part)]);
  if (url.password) secrets.push(`${percentDecoded(url.username)}:${percentDecoded(url.password)}`);
  // `searchParams` decodes; the text of the query keeps what the user wrote.
  for (const pair of url.search.slice(1).split("&")) secrets.push(pair.slice(pair.indexOf("=") + 1));
  secrets.push(...url.searchParams.values());
  return secrets;
}

/** `text` with percent encoding undone; as it is when that is broken. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * `target` for people: the URL without credentials and fragment and with masked query values, or the command line, with
 * the names of the added environment before it and masked values of arguments that look like secrets. Pass the result
 * through the redactor when other arguments may hold secrets.
 */
export function displayTarget(target: Target): string {
  if (target.kind === "http") return displayUrl(target.url);
  const names = Object.keys(target.env ?? {}).map((name) => `${name}=${MASK}`);
  return [...names, ...[target.command, ...argumentsOf(target.args).map(({ shown }) => shown)].map(quoted)].join(" ");
}

/** `text` without credentials and fragment and with masked query values. */
export function displayUrl(text: string): string {
  if (!URL.canParse(text)) return "(a URL that cannot be read)";
  const url = new URL(text);
  const query = url.search
    .slice(1)
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair) => (pair.includes("=") ? `${pair.slice(0, pair.indexOf("="))}=${MASK}` : MASK))
    .join("&");
  return `${url.protocol}//${url.host}${url.pathname}${query === "" ? "" : `?${query}`}`;
}

function quoted(argument: string): string {
  if (argument.endsWith(MASK) && !/[\s']/.test(argument)) return argument;
  return /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", `'\\''`)}'`;
}

/** True when `url` names the loopback interface: `localhost`, `127.0.0.0/8`, `::1`. */
export function isLoopback(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return (
    hostname === "localhost" ||
    hostname.endsWith(".localhost") ||
    hostname === "[::1]" ||
    /^127(\.\d+){3}$/.test(hostname)
  );
}
