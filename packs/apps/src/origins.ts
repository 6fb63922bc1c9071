import type { CspEntry } from "./meta.js";

/** What is wrong with the form of an entry of `csp`; `note`: only worth reading. */
export type OriginProblem = { problem: string } | { note: string } | undefined;

/** Characters of a host name that count as too many. */
const LONGEST = 1_000;

/**
 * Judges the form of an origin: scheme, `://`, an optional `*.`, a name, an IPv4 or a bracketed IPv6 address, and an
 * optional port, which may be `*`. `ws` and `wss` stand in `connectDomains` alone.
 */
export function originProblem({ list, value }: CspEntry): OriginProblem {
  if (value.length > LONGEST) return { problem: `is longer than ${LONGEST} characters` };
  if (value === "*") return { problem: "is a bare *, which is no origin" };
  const [, scheme, rest = ""] = /^([a-z][a-z0-9+.-]*):\/\/(.*)$/is.exec(value) ?? [];
  if (scheme === undefined) return { problem: "has no scheme: an origin is written https://cdn.example.com" };
  const lower = scheme.toLowerCase();
  const isSocket = lower === "ws" || lower === "wss";
  if (!isSocket && lower !== "http" && lower !== "https") return { problem: `has the scheme ${scheme}` };
  if (isSocket && list !== "connectDomains")
    return { problem: `has the scheme ${scheme}, which is for connectDomains alone` };
  const slash = rest.search(/[/?#]/);
  const authority = slash === -1 ? rest : rest.slice(0, slash);
  const behind = slash === -1 ? "" : rest.slice(slash);
  if (behind !== "" && behind !== "/") return { problem: "has a path, which is no part of an origin" };
  const problem = authorityProblem(authority);
  if (problem !== undefined) return { problem };
  return behind === "/" ? { note: "ends with a slash; the path is ignored" } : undefined;
}

function authorityProblem(authority: string): string | undefined {
  const [, host = "", port] = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/s.exec(authority) ?? [];
  if (host === "") return "has no host";
  if (port !== undefined && port !== "*" && !(/^\d{1,5}$/.test(port) && Number(port) <= 65_535))
    return "has an odd port";
  if (host.startsWith("["))
    return URL.canParse(`http://${host}/`) ? undefined : "has an address that is no IPv6 address";
  // Every host: the form is right, and apps-csp-too-wide says what is wrong.
  if (host === "*") return undefined;
  const name = host.startsWith("*.") ? host.slice(2) : host;
  if (name.includes("*")) return "has a * that is no whole first label";
  const labels = name.split(".");
  if (!labels.every((label) => /^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?$/i.test(label))) return "has a host that is no name";
  return undefined;
}

/** What in an entry of `csp` would change the header of a host, as a clause; `undefined` where nothing does. */
export function injectionIn(value: string): string | undefined {
  if (/[;,]/.test(value)) return "has a ; or a comma, which begins another directive";
  if (/['"]/.test(value)) return "has a quote: keywords such as 'unsafe-eval' are no origins";
  if (/^(data|blob|filesystem|javascript|mediastream):/i.test(value.trim())) return "is a scheme, not an origin";
  if (/[\s\u0000-\u001f]/.test(value)) return "has a space or a control character, which begins another source";
  return undefined;
}

/** Names under which anybody may have one; a wildcard over one of them is over strangers. */
const PUBLIC_SUFFIXES: ReadonlySet<string> = new Set([
  "co.uk",
  "org.uk",
  "com.au",
  "co.jp",
  "co.nz",
  "com.br",
  "co.in",
  "co.za",
  "com.cn",
  "github.io",
  "gitlab.io",
  "pages.dev",
  "workers.dev",
  "vercel.app",
  "netlify.app",
  "herokuapp.com",
  "web.app",
  "firebaseapp.com",
  "azurewebsites.net",
  "cloudfront.net",
  "amazonaws.com",
  "s3.amazonaws.com",
  "run.app",
  "fly.dev",
  "onrender.com",
  "ngrok.io",
  "ngrok-free.app",
  "blogspot.com",
]);

/** Why an entry of `csp` lets in more than its author can mean, as a clause. `local`: it is a loopback over http. */
export function widthOf(value: string): { problem: string } | { local: true } | undefined {
  const [, scheme = "", authority = ""] = /^([a-z]+):\/\/([^/?#]*)/i.exec(value) ?? [];
  if (scheme === "") return value === "*" ? { problem: "is open to every origin" } : undefined;
  const host = authority.startsWith("[")
    ? (authority.split("]", 1)[0] ?? "").concat("]")
    : authority.replace(/:[^:]*$/, "");
  if (host === "*") return { problem: "is open to every host" };
  const name = host.toLowerCase();
  if (name.startsWith("*.") && (!name.slice(2).includes(".") || PUBLIC_SUFFIXES.has(name.slice(2)))) {
    return { problem: "is open to whoever has a name under a public suffix" };
  }
  const isPlain = /^(http|ws)$/i.test(scheme);
  if (!isPlain) return undefined;
  return isLoopback(name)
    ? { local: true }
    : { problem: `uses ${scheme.toLowerCase()}, which anybody on the way can change` };
}

function isLoopback(name: string): boolean {
  return name === "localhost" || name.endsWith(".localhost") || /^127(\.\d{1,3}){3}$/.test(name) || name === "[::1]";
}

/** True where an entry of `csp` covers the origin of a URL (CSP Level 3, 6.7.2.8, without paths). */
export function covers(entry: string, url: URL): boolean {
  const [, scheme = "", host = "", port] = /^([a-z]+):\/\/(\[[^\]]*\]|[^:/?#]*)(?::([^/?#]*))?/i.exec(entry) ?? [];
  if (!schemeCovers(scheme.toLowerCase(), url.protocol.slice(0, -1))) return false;
  const wanted = url.hostname.toLowerCase();
  const name = host.toLowerCase();
  const isHost = name === "*" || (name.startsWith("*.") ? wanted.endsWith(name.slice(1)) : wanted === name);
  return isHost && portCovers(port, url);
}

function schemeCovers(scheme: string, of: string): boolean {
  if (scheme === of) return true;
  // An insecure scheme covers the secure one, and that of pages that of sockets.
  return (
    (scheme === "http" && /^(https|ws|wss)$/.test(of)) ||
    (scheme === "https" && of === "wss") ||
    (scheme === "ws" && of === "wss")
  );
}

function portCovers(port: string | undefined, url: URL): boolean {
  if (port === "*") return true;
  const standard = /^(https|wss):/.test(url.protocol) ? "443" : "80";
  return port === undefined || port === "" ? url.port === "" : port === (url.port || standard);
}
