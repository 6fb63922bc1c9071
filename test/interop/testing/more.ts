import { join } from "node:path";
import { MORE_FOLDER, type Way, type Ways } from "./way.js";

/** Nothing listens there: what a server is told to talk to. */
const NOWHERE = "http://127.0.0.1:9";

function bin(name: string): string {
  return join(MORE_FOLDER, "node_modules/.bin", name);
}

function stdio(program: string, args: string[] = [], env: Record<string, string> = {}): Way {
  return { transport: "stdio", args: [bin(program), ...args], env };
}

function http(program: string, args: string[] = [], env: Record<string, string> = {}): Way {
  return { ...stdio(program, args, env), transport: "http" };
}

function httpSse(program: string, args: string[] = [], env: Record<string, string> = {}): Way {
  return { ...stdio(program, args, env), transport: "http+sse" };
}

function server(name: string, ...ways: Way[]): Ways {
  return { package: name, folder: MORE_FOLDER, ways };
}

const BOILERPLATE_HTTP = { TRANSPORT_MODE: "http", PORT: "{port}" };
const COOLIFY = { COOLIFY_ACCESS_TOKEN: "dummy", COOLIFY_BASE_URL: NOWHERE };
const ERPNEXT = { ERPNEXT_URL: NOWHERE, ERPNEXT_API_KEY: "dummy", ERPNEXT_API_SECRET: "dummy" };
const GITLAB = { GITLAB_PERSONAL_ACCESS_TOKEN: "dummy", GITLAB_API_URL: NOWHERE };
const GITLAB_SSE = { ...GITLAB, SSE: "true", SSE_DANGEROUSLY_ALLOW_UNAUTHENTICATED_REMOTE: "true" };
const KUBECONFIG = ["--kubeconfig", join(MORE_FOLDER, "kubeconfig.yaml")];
const LOOPBACK = ["--host", "127.0.0.1", "--port", "{port}"];
const PORT = { PORT: "{port}" };
const OPENAPI = { API_BASE_URL: NOWHERE, OPENAPI_SPEC_PATH: join(MORE_FOLDER, "openapi.json") };
const PLAYWRIGHT = ["--headless", "--isolated"];
const PLAYWRIGHT_PORT = [...PLAYWRIGHT, ...LOOPBACK];
const PROXIED = ["--", process.execPath, bin("mcp-server-sequential-thinking")];
const SUPABASE = { SUPABASE_ACCESS_TOKEN: `sbp_${"0".repeat(40)}` };

/** The published servers that `npm run test:interop` adds to those of `npm test`. */
export const MORE: Ways[] = [
  server("@aashari/boilerplate-mcp-server", stdio("mcp-server"), http("mcp-server", [], BOILERPLATE_HTTP)),
  server("@accesslint/mcp", stdio("accesslint-mcp")),
  server(
    "@antv/mcp-server-chart",
    stdio("mcp-server-chart"),
    http("mcp-server-chart", ["--transport", "streamable", ...LOOPBACK]),
    httpSse("mcp-server-chart", ["--transport", "sse", ...LOOPBACK]),
  ),
  server("@azure/mcp", stdio("azmcp", ["server", "start"]), {
    ...http("azmcp", ["server", "start", "--transport", "http", "--dangerously-disable-http-incoming-auth"], {
      ASPNETCORE_URLS: "http://127.0.0.1:{port}",
    }),
    path: "/",
  }),
  server(
    "@brave/brave-search-mcp-server",
    stdio("brave-search-mcp-server", ["--transport", "stdio"], { BRAVE_API_KEY: "dummy" }),
    http("brave-search-mcp-server", ["--transport", "http", ...LOOPBACK], { BRAVE_API_KEY: "dummy" }),
  ),
  server(
    "@casys/mcp-erpnext",
    stdio("mcp-erpnext", [], ERPNEXT),
    http("mcp-erpnext", ["--http", "--port={port}", "--hostname=127.0.0.1"], ERPNEXT),
  ),
  server("@cyanheads/git-mcp-server", stdio("git-mcp-server"), {
    ...http("git-mcp-server", [], { MCP_TRANSPORT_TYPE: "http", MCP_HTTP_HOST: "127.0.0.1", MCP_HTTP_PORT: "{port}" }),
    onlyLegacy:
      "without a session it answers every request but initialize with HTTP 500, which tells nothing about its era",
  }),
  server("@dangahagan/weather-mcp", stdio("weather-mcp")),
  server("@drawio/mcp", stdio("drawio-mcp")),
  server(
    "@ivotoby/openapi-mcp-server",
    stdio("openapi-mcp-server", [], OPENAPI),
    http("openapi-mcp-server", ["--transport", "http", "--port", "{port}"], OPENAPI),
  ),
  server("@masonator/coolify-mcp", stdio("coolify-mcp", [], COOLIFY)),
  server("@modelcontextprotocol/server-github", stdio("mcp-server-github")),
  server(
    "@modelcontextprotocol/server-google-maps",
    stdio("mcp-server-google-maps", [], { GOOGLE_MAPS_API_KEY: "dummy" }),
  ),
  server("@modelcontextprotocol/server-map", stdio("mcp-map-server", ["--stdio"]), http("mcp-map-server", [], PORT)),
  server("@modelcontextprotocol/server-sequential-thinking", stdio("mcp-server-sequential-thinking")),
  server(
    "@modelcontextprotocol/server-slack",
    stdio("mcp-server-slack", [], { SLACK_BOT_TOKEN: "xoxb-dummy", SLACK_TEAM_ID: "T0" }),
  ),
  server(
    "@modelcontextprotocol/server-wiki-explorer",
    stdio("mcp-wiki-explorer-server", ["--stdio"]),
    http("mcp-wiki-explorer-server", [], PORT),
  ),
  server(
    "@notionhq/notion-mcp-server",
    stdio("notion-mcp-server", [], { NOTION_TOKEN: "ntn_dummy" }),
    http("notion-mcp-server", ["--transport", "http", ...LOOPBACK, "--unsafe-disable-auth"], {
      NOTION_TOKEN: "ntn_dummy",
    }),
  ),
  server("@perplexity-ai/mcp-server", stdio("perplexity-mcp", [], { PERPLEXITY_API_KEY: "dummy" })),
  server(
    "@playwright/mcp",
    stdio("playwright-mcp", PLAYWRIGHT),
    { ...http("playwright-mcp", PLAYWRIGHT_PORT), host: "localhost" },
    { ...httpSse("playwright-mcp", PLAYWRIGHT_PORT), host: "localhost" },
  ),
  server("@supabase/mcp-server-supabase", stdio("mcp-server-supabase", [], SUPABASE)),
  server("@takescake/1password-mcp", stdio("1password-mcp", [], { OP_SERVICE_ACCOUNT_TOKEN: "dummy" })),
  server(
    "@zereight/mcp-gitlab",
    stdio("mcp-gitlab", [], GITLAB),
    httpSse("mcp-gitlab", [], { ...GITLAB_SSE, HOST: "127.0.0.1", ...PORT }),
  ),
  server("chrome-devtools-mcp", stdio("chrome-devtools-mcp", ["--headless", "--isolated", "--no-usage-statistics"])),
  server("exa-mcp-server", stdio("exa-mcp-server", [], { EXA_API_KEY: "dummy" })),
  server(
    "figma-developer-mcp",
    stdio("figma-developer-mcp", ["--stdio", "--no-telemetry"], { FIGMA_API_KEY: "dummy" }),
    http("figma-developer-mcp", ["--no-telemetry", ...LOOPBACK], { FIGMA_API_KEY: "dummy" }),
  ),
  server(
    "kubernetes-mcp-server",
    stdio("kubernetes-mcp-server", KUBECONFIG),
    http("kubernetes-mcp-server", [...KUBECONFIG, "--port", "{port}"]),
  ),
  server("mcp-hello-world", stdio("mcp-hello-world")),
  server("mcp-proxy", http("mcp-proxy", [...LOOPBACK, ...PROXIED]), httpSse("mcp-proxy", [...LOOPBACK, ...PROXIED])),
  server("tavily-mcp", stdio("tavily-mcp", [], { TAVILY_API_KEY: "dummy" })),
];
