import { join } from "node:path";
import { root } from "../../../config/workspace.mjs";

/** Holds the package.json that pins the published servers. */
export const SERVERS_FOLDER = join(root, "test/interop/servers");

/** A finding on a published server that we stand by: without an entry here a test fails. */
export interface Defended {
  check: string;
  /** Number in the wire contract. */
  rule: string;
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
  /** Flags of `mcptest tasks conformance`; absent: the server has no tasks. */
  tasks?: string[];
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

/** What each published server speaks, and every finding on it. */
export const PUBLISHED: PublishedServer[] = [
  {
    ...appsExample("mcp-server-everything"),
    stdio: [bin("mcp-server-everything"), "stdio"],
    http: { args: [bin("mcp-server-everything"), "streamableHttp"], env: { PORT: "{port}" } },
    preExtension: ["Tasks (2025-11-25)"],
    tasks: ["--tool-name", "simulate-research-query", "--tool-args", '{"topic":"tides"}'],
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
  {
    ...appsExample("sdk-tasks.mjs"),
    stdio: [join(SERVERS_FOLDER, "sdk-tasks.mjs")],
    http: { args: [join(SERVERS_FOLDER, "sdk-tasks.mjs"), "--http", "{port}"], env: {} },
    eras: ["modern", "legacy"],
    versions: ["2026-07-28", "2025-11-25"],
    extensions: ["io.modelcontextprotocol/tasks"],
    tasks: ["--tool-name", "long_job"],
    notApplicable: { always: [], stdio: ["tasks-mcp-name-routing"] },
    failed: [
      {
        check: "tasks-undeclared-capability-rejected",
        rule: "I37",
        why: "The SDK answers subscriptions/listen itself and acknowledges a filter with taskIds although the request does not declare the extension; the rule asks for -32021. To refute it one would have to read the acknowledgement of an empty filter as a refusal; the rule says in words that the request is rejected, and an acknowledgement accepts it.",
      },
    ],
    warnings: [
      {
        check: "tasks-result-type-discipline",
        rule: "I06",
        why: "The SDK adds an empty content array to every tools/call result, a task handle included. Result objects are open, so nothing fails; a client that reads content first takes the handle for an empty success, which is worth a warning.",
      },
    ],
  },
];
