import { join } from "node:path";
import { root } from "../../../config/workspace.mjs";

/** Holds the package.json that pins the published servers. */
export const SERVERS_FOLDER = join(root, "test/interop/servers");

/** A finding on a published server that we stand by: without an entry here a test fails. */
export interface Defended {
  check: string;
  /** Number in the wire contract. */
  rule: string;
  /** What came, in the words of the finding. */
  excerpt: string;
  /** Why it is right, and why it could not be refuted. */
  why: string;
}

/** A published server, and what is true of it. */
export interface PublishedServer {
  name: string;
  /** Arguments of node. */
  stdio: string[];
  /** Arguments of node and environment, where it offers Streamable HTTP. */
  http?: { args: string[]; env: Record<string, string> };
  eras: ("modern" | "legacy")[];
  /** The revision of each era, in the order of `eras`. */
  versions: string[];
  /** Labels of tasks before extensions existed. */
  preExtension: string[];
  /** Ids that are advertised on 2026-07-28. */
  extensions: string[];
  /** Options of the Tasks pack; absent: the server has no tasks. */
  tasks?: Record<string, unknown>;
  /** Ids of checks that do not apply: on every transport, and on stdio alone. */
  notApplicable?: { always: string[]; stdio: string[] };
  failed: Defended[];
  warnings: Defended[];
}

const EXTENSION_ONLY = [
  "tasks-undeclared-creation-refused",
  "tasks-mcp-name-routing",
  "tasks-undeclared-capability-rejected",
];

function bin(name: string): string {
  return join(SERVERS_FOLDER, "node_modules/.bin", name);
}

function appsExample(name: string): PublishedServer {
  return {
    name,
    stdio: [bin(name), "--stdio"],
    http: { args: [bin(name)], env: { PORT: "{port}" } },
    eras: ["legacy"],
    versions: ["2025-11-25"],
    preExtension: [],
    extensions: [],
    failed: [],
    warnings: [],
  };
}

function stdioOnly(name: string, ...args: string[]): PublishedServer {
  const { http: _http, ...server } = appsExample(name);
  return { ...server, stdio: [bin(name), ...args] };
}

const ACCEPTED = { inputResponses: "auto" };

/** One of our servers on the SDK: a tool for each role of the Tasks pack, and another principal over HTTP. */
function sdkServer(name: string, findings: Pick<PublishedServer, "failed" | "warnings">): PublishedServer {
  const file = join(SERVERS_FOLDER, name);
  return {
    ...appsExample(name),
    stdio: [file],
    http: { args: [file, "--http", "{port}"], env: {} },
    eras: ["modern", "legacy"],
    versions: ["2026-07-28", "2025-11-25"],
    extensions: ["io.modelcontextprotocol/tasks"],
    tasks: {
      roles: {
        task: { tool: "long_job" },
        sync: { tool: "quick" },
        required: { tool: "must_task" },
        ask: { tool: "ask", ...ACCEPTED },
        askTwice: { tool: "ask_twice", ...ACCEPTED },
        askMany: { tool: "ask_many", ...ACCEPTED },
        toolError: { tool: "tool_error" },
        protocolError: { tool: "protocol_error" },
        slow: { tool: "slow" },
      },
      secondIdentity: { Authorization: "Bearer somebody-else" },
    },
    notApplicable: {
      always: ["tasks-notify-shape", "tasks-mrtr-before-create"],
      stdio: ["tasks-mcp-name-routing", "tasks-header-mismatch", "tasks-auth-binding"],
    },
    ...findings,
  };
}

const ACKNOWLEDGED: Defended = {
  check: "tasks-undeclared-capability-rejected",
  rule: "I37",
  excerpt: "a notifications/subscriptions/acknowledged notification came",
  why: "The SDK answers subscriptions/listen itself and acknowledges a filter with taskIds although the request does not declare the extension; the rule asks for -32021. To refute it one would have to read the acknowledgement of an empty filter as a refusal, or say that who does not know taskIds may ignore them; but the server advertises the extension, and the rule says in words that the request is rejected.",
};

const REFUSED_AS_TOOL_ERROR: Defended = {
  check: "tasks-required-capability-error",
  rule: "I10",
  excerpt: "it was refused with a tool result, isError: true, and no JSON-RPC error",
  why: "McpServer catches what a registered tool throws and makes isError: true of it; only the code for URL elicitation is let through, so the -32021 that the tool threw never reaches the client. To refute it the result would have to be an error of the tool's own work; but the tool did none, the declared call of the same arguments makes a task, and its text is the message of the SDK's own class for -32021.",
};

const CONTENT_ON_A_HANDLE: Defended = {
  check: "tasks-result-type-discipline",
  rule: "I06",
  excerpt: 'a task handle that also carries "content"',
  why: "The SDK adds an empty content array to every tools/call result that has none, a task handle included. Result objects are open, so nothing fails; a client that reads content first takes the handle for an empty success, which is worth a warning.",
};

/** What each published server speaks, and every finding on it. */
export const PUBLISHED: PublishedServer[] = [
  {
    ...appsExample("mcp-server-everything"),
    stdio: [bin("mcp-server-everything"), "stdio"],
    http: { args: [bin("mcp-server-everything"), "streamableHttp"], env: { PORT: "{port}" } },
    preExtension: ["Tasks (2025-11-25)"],
    tasks: { roles: { task: { tool: "simulate-research-query", arguments: { topic: "tides" } } } },
    notApplicable: { always: EXTENSION_ONLY, stdio: [] },
  },
  appsExample("mcp-server-basic-vanillajs"),
  appsExample("mcp-budget-allocator-server"),
  appsExample("mcp-system-monitor-server"),
  stdioOnly("mcp-server-filesystem", SERVERS_FOLDER),
  stdioOnly("mcp-server-memory"),
  {
    ...appsExample("context7-mcp"),
    stdio: [bin("context7-mcp")],
    http: { args: [bin("context7-mcp"), "--transport", "http", "--port", "{port}"], env: {} },
    eras: ["modern", "legacy"],
    versions: ["2026-07-28", "2025-11-25"],
  },
  sdkServer("sdk-tasks.mjs", { failed: [ACKNOWLEDGED], warnings: [CONTENT_ON_A_HANDLE] }),
  sdkServer("sdk-registered.mjs", {
    failed: [ACKNOWLEDGED, REFUSED_AS_TOOL_ERROR],
    warnings: [CONTENT_ON_A_HANDLE],
  }),
];
