import { PUBLISHED } from "./published.js";
import type { Stand } from "./stand.js";
import { nameOf } from "./way.js";

const ACCEPTS_ANY_ORIGIN =
  "Whoever listens on loopback without this check can be called by any web page that a browser on the machine shows, by DNS rebinding. To refute it one would have to say that every Origin is acceptable, and most of these servers do say so with Access-Control-Allow-Origin: *; but the rule asks for a validation that keeps rebinding out, an answer that is yes to every Origin validates none, and they were started as their documentation says for use on this machine. A check of Host, which some of them have, keeps rebinding out too; the rule asks for Origin, since a page can also call a server under its own name.";

const SDK_ON_STDIO = [
  "@upstash/context7-mcp",
  "@modelcontextprotocol/server (sdk-tasks.mjs)",
  "@modelcontextprotocol/server (sdk-registered.mjs)",
  "@casys/mcp-erpnext",
  "@takescake/1password-mcp",
];

/** What `npm run test:interop` found, and why it stands. The tables of published-servers.md are made of it. */
export const STANDS: Stand[] = [
  {
    check: "http-origin-403",
    rule: "A57",
    verdict: "failed",
    servers: ["@upstash/context7-mcp", ["@casys/mcp-erpnext", "http"], ["mcp-proxy", "http"]],
    excerpt: "it was served: HTTP 200",
    why: `${ACCEPTS_ANY_ORIGIN} The official SDK has a guard for it, which these servers do not use.`,
  },
  {
    check: "legacy-origin",
    rule: "A102",
    verdict: "failed",
    servers: [
      "@modelcontextprotocol/server-everything",
      "@modelcontextprotocol/server-basic-vanillajs",
      "@modelcontextprotocol/server-budget-allocator",
      "@modelcontextprotocol/server-system-monitor",
      "@modelcontextprotocol/server-map",
      "@modelcontextprotocol/server-wiki-explorer",
      "@upstash/context7-mcp",
      "@antv/mcp-server-chart",
      "@azure/mcp",
      "@cyanheads/git-mcp-server",
      "@playwright/mcp",
      "figma-developer-mcp",
      "kubernetes-mcp-server",
      "mcp-proxy",
    ],
    excerpt: "it was served",
    why: `${ACCEPTS_ANY_ORIGIN} The revisions from 2025-03-26 on ask for it in the same words as 2026-07-28 does; the status 403 is asked for from 2025-11-25 on, and what failed here is that the request was served at all. The HTTP form of @azure/mcp was started with the flag that a run without credentials needs and that switches off all transport security, so there the operator asked for it; the rule knows no such leave.`,
  },
  {
    check: "sse-origin",
    rule: "A112",
    verdict: "failed",
    servers: ["@antv/mcp-server-chart", "@playwright/mcp", "mcp-proxy"],
    excerpt: "it was served",
    why: `${ACCEPTS_ANY_ORIGIN} 2024-11-05 asks for it without naming a status; what failed is that the request was served.`,
  },
  {
    check: "discover-unsupported-version",
    rule: "B08",
    verdict: "failed",
    servers: SDK_ON_STDIO.map((name) => [name, "stdio"]),
    excerpt: "server/discover with the version 1900-01-01: result",
    why: "On stdio the official SDK refuses a version that it does not speak until the process has served a request of 2026-07-28 other than server/discover; from then on it serves server/discover whatever version it names. To refute it the version would have to be agreed once for a process; but on 2026-07-28 each request names its own and is accepted or refused on it, the first request of a fresh process is refused with -32022, and so is each one over HTTP.",
  },
  {
    check: "version-unsupported-error",
    rule: "C01",
    verdict: "failed",
    servers: SDK_ON_STDIO.map((name) => [name, "stdio"]),
    excerpt: "tools/list with the version 1900-01-01: result",
    why: "The same as with server/discover, seen on another method: once the process has served a request of 2026-07-28, tools/list of the version 1900-01-01 gives the tools. To refute it one would have to say that a client that asks in a version nobody speaks means the newest one; the specification says in words that such a request is answered with -32022, and on a fresh process it is.",
  },
  {
    check: "discover-unsupported-version",
    rule: "B08",
    verdict: "failed",
    servers: [["kubernetes-mcp-server", "stdio"]],
    excerpt: "method not found",
    why: "The Go SDK takes a version in _meta that is older than 2026-07-28 for no version at all and answers by its legacy rules, so server/discover, which it has just answered, is unknown. To refute it 1900-01-01 would have to be a revision whose rules those are; it is none, the list of versions that the server names has no such one, the specification's own example of this error is about 1900-01-01, and 2099-01-01 is refused with -32022 as it should be.",
  },
  {
    check: "version-unsupported-error",
    rule: "C01",
    verdict: "failed",
    servers: [["kubernetes-mcp-server", "stdio"]],
    excerpt: "tools/list with the version 1900-01-01: result",
    why: "The same as with server/discover: a version older than 2026-07-28 is taken for none, and tools/list is served. To refute it one would have to hold that a legacy server may ignore _meta; but nobody opened this process with initialize, and as the first request of a process the same one is refused.",
  },
  {
    check: "resources-listed-readable",
    rule: "B14",
    verdict: "failed",
    servers: ["@takescake/1password-mcp"],
    excerpt: 'resources/read of the listed "1password://config": error',
    why: "The server lists a resource whose URI it then refuses as invalid. It is: a scheme begins with a letter (RFC 3986), and 1password does not, so the resource cannot be read by anybody. To refute it the refusal would have to be about credentials or a missing backend; it is -32602 with the reason invalid_uri, the same in both eras.",
  },
  {
    check: "stdio-stdout-clean",
    rule: "A31",
    verdict: "failed",
    servers: [["@aashari/boilerplate-mcp-server", "stdio"]],
    excerpt: "injected env (0) from .env",
    why: "dotenv greets on stdout at each start, before the first message. To refute it stdout would have to take other lines than messages; every revision says that it must not, and a strict client ends the connection there. That most clients skip the line makes it no message.",
  },
  {
    check: "stdio-stdout-clean",
    rule: "A31",
    verdict: "failed",
    servers: [["@azure/mcp", "stdio"]],
    excerpt: "No X display available",
    why: "A library greets on stdout where there is no display. To refute it stdout would have to take other lines than messages; every revision says that it must not. The line comes where libraries of X are installed and no display is, so another machine may not show it.",
  },
  {
    check: "apps-ext-id",
    rule: "apps-ext-id",
    verdict: "warning",
    servers: [
      "@modelcontextprotocol/server-basic-vanillajs",
      "@modelcontextprotocol/server-budget-allocator",
      "@modelcontextprotocol/server-system-monitor",
      "@modelcontextprotocol/server-map",
      "@modelcontextprotocol/server-wiki-explorer",
      "@casys/mcp-erpnext",
    ],
    excerpt: "capabilities.extensions is (absent)",
    why: "A server with apps that advertises nothing is found by looking at its tools alone: clients and catalogues that go by the capabilities leave its views out. To refute it one would say that the text of the extension describes what a client declares and is silent about servers, which is why this is a warning; the page on extensions of the specification has servers advertise theirs in capabilities.extensions, and a client that follows it has no other place to look.",
  },
  {
    check: "apps-meta-list-vs-read",
    rule: "apps-meta-list-vs-read",
    verdict: "warning",
    servers: ["@modelcontextprotocol/server-map"],
    excerpt: "only the content item has _meta.ui",
    why: "Only the content item names the origins that the view needs; the list entry has no _meta.ui. To refute it one would say that the stable text knows the content item alone, and by it this server is right; hosts that build their policy from the list exist, and with those its map stays empty, so this is about hosts and no rule of the specification.",
  },
  {
    check: "rpc-method-not-found",
    rule: "A13",
    verdict: "failed",
    servers: [["@ivotoby/openapi-mcp-server", "http"]],
    excerpt: "no JSON-RPC answer came: HTTP 202",
    why: "The server answers every request but initialize and tools/list with 202 and no body, and puts the response on the stream of a GET, where there is one. To refute it 202 would have to be allowed for a request; from 2025-03-26 on it is for notifications and responses alone, a request is answered on its own POST, and the stream of a GET carries no responses.",
  },
  {
    check: "rpc-method-not-found",
    rule: "A13",
    verdict: "failed",
    servers: [["kubernetes-mcp-server", "http"]],
    excerpt: "JSON RPC not handled",
    why: "The Go SDK refuses a method that it does not know with HTTP 400 and a line of plain text. To refute it a bare status would have to be an answer; legacy revisions say that a request is answered as application/json or as text/event-stream, messages follow JSON-RPC 2.0, whose word for this is -32601, and on stdio the same server says just that.",
  },
  {
    check: "legacy-session-expired-404",
    rule: "A97",
    verdict: "failed",
    servers: [
      ["@modelcontextprotocol/server-everything", "http"],
      ["@notionhq/notion-mcp-server", "http"],
    ],
    excerpt: "had ended with HTTP 200: HTTP 400",
    why: "After a DELETE that was answered with 200 the id of the session gets 400, as if it had been missing. A client starts a new session on 404 and on nothing else, so it is stuck. To refute it the session would have to be alive, or unknown by another way than its end; the server itself confirmed that it ended it.",
  },
  {
    check: "legacy-http-202",
    rule: "A92",
    verdict: "failed",
    servers: [["@cyanheads/git-mcp-server", "http"]],
    excerpt: 'HTTP 202 with the body "null"',
    why: "A notification is answered with 202 and the four bytes null as application/json. To refute it they would have to count as no body; a client that reads JSON bodies gets a value that is no message, and the revisions say no body.",
  },
  {
    check: "listen-implemented",
    rule: "F15",
    verdict: "warning",
    servers: ["@upstash/context7-mcp"],
    excerpt: "Subscription limit reached",
    why: "The server offers no change that one could subscribe to and sets its limit of subscriptions to none, so an empty filter is refused. It may: that is why this warns and does not fail. A client that opens one stream for everything meets an internal error in place of an acknowledgement of nothing.",
  },
  {
    check: "discover-capability-handlers",
    rule: "B12",
    verdict: "warning",
    servers: [["@casys/mcp-erpnext", "http"]],
    excerpt: 'prompts/list: result {"prompts":[]',
    why: "prompts is not declared, and prompts/list gives an empty list where -32601 is asked for. Nobody is misled by an empty list, so it warns. To refute it the capability would have to be declared.",
  },
  {
    check: "rpc-removed-methods",
    rule: "A21",
    verdict: "warning",
    servers: [["@casys/mcp-erpnext", "http"]],
    excerpt: "initialize",
    why: "A server of 2026-07-28 alone answers initialize with that revision, which has no handshake. Nothing forbids a further method of that name, so it warns. A legacy client is told of a version that it does not have, and not why it cannot talk to this server.",
  },
  {
    check: "http-version-mismatch",
    rule: "A60",
    verdict: "warning",
    servers: [["@casys/mcp-erpnext", "http"]],
    excerpt: "and not with the code -32020",
    why: "Header and _meta name two versions, and the server looks at the one in _meta first. The request is refused with 400 all the same; the order in which a server looks is its own, so -32022 warns and does not fail.",
  },
  {
    check: "legacy-session-missing-400",
    rule: "A96",
    verdict: "warning",
    servers: [["kubernetes-mcp-server", "http"]],
    excerpt: "is invalid during session initialization",
    why: "Without its session id a request gets HTTP 200 and an error with the code 0, where 400 is recommended. To refute it the server would have to serve without sessions; it handed one out and refuses what comes without it. It is a SHOULD, so it warns.",
  },
  {
    check: "legacy-negotiated-only",
    rule: "A106",
    verdict: "warning",
    servers: [["mcp-proxy", "http+sse"]],
    excerpt: "notifications/message, although its own capabilities in initialize do not have logging",
    why: "The proxy greets on each stream with a log message that no capability announces. 2024-11-05 only recommends to use what was negotiated, so it warns; from 2025-06-18 on it would fail.",
  },
];

/** Those of the Tasks pack: what is found with options is defended beside the options, and without them there is less. */
const TASKS_STANDS = PUBLISHED.flatMap((server) => {
  const own = [
    ...server.failed.map((found) => ({ ...found, verdict: "failed" as const })),
    ...server.warnings.map((found) => ({ ...found, verdict: "warning" as const })),
  ];
  return own.map(({ transport, ...found }): Stand => {
    const name = nameOf(server);
    return { ...found, servers: transport ? [[name, transport]] : [name] };
  });
});

/** What stands for a finding, or `undefined` where nothing does. */
export function standFor(
  { check, rule, verdict, said }: Pick<Stand, "check" | "rule" | "verdict"> & { said: string },
  server: string,
  transport: string,
): Stand | undefined {
  return [...STANDS, ...TASKS_STANDS].find(
    (stand) =>
      stand.check === check &&
      stand.verdict === verdict &&
      rule.split(", ").includes(stand.rule) &&
      said.includes(stand.excerpt) &&
      stand.servers.some((entry) => covers(entry, server, transport)),
  );
}

/** Whether an entry of `servers` means this server over this transport. */
export function covers(entry: Stand["servers"][number], server: string, transport: string): boolean {
  if (typeof entry === "string") return entry === server;
  const [name, ...transports] = entry;
  return name === server && (transports as string[]).includes(transport);
}
