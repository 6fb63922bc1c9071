import { join } from "node:path";
import { SERVERS_FOLDER, type Way, type Ways } from "./way.js";

/** A finding on a published server that we stand by: without an entry here a test fails. */
export interface Defended {
  check: string;
  /** Number in the wire contract. */
  rule: string;
  /** What came, in the words of the finding. */
  excerpt: string;
  /** Only over this transport. */
  transport?: "stdio" | "http";
  /** Why it is right, and why it could not be refuted. */
  why: string;
}

/** A published server of `npm test`, and what is true of it. */
export interface PublishedServer extends Ways {
  eras: ("modern" | "legacy")[];
  /** The revision of each era, in the order of `eras`. */
  versions: string[];
  /** Labels of tasks before extensions existed. */
  preExtension: string[];
  /** Ids that are advertised on 2026-07-28. */
  extensions: string[];
  /** Options of the Tasks pack; absent: the server has no tasks. */
  tasks?: Record<string, unknown>;
  /** Checks that do not apply for what the server does, besides those of another wire or transport. */
  notApplicable?: string[];
  failed: Defended[];
  warnings: Defended[];
  /** Checks that the server leaves undecided. */
  open?: Defended[];
}

function bin(name: string): string {
  return join(SERVERS_FOLDER, "node_modules/.bin", name);
}

/** What is true of most: no extension, no finding, no revision but the last one with a handshake. */
const LEGACY = {
  folder: SERVERS_FOLDER,
  eras: ["legacy" as const],
  versions: ["2025-11-25"],
  preExtension: [],
  extensions: [],
  failed: [],
  warnings: [],
};

function stdio(program: string, ...args: string[]): Way {
  return { transport: "stdio", args: [program, ...args] };
}

function http(program: string, args: string[], env: Record<string, string> = {}): Way {
  return { transport: "http", args: [program, ...args], env };
}

function server(name: string, ...ways: Way[]): PublishedServer {
  return { ...LEGACY, package: name, ways };
}

function appsExample(name: string, program: string): PublishedServer {
  return server(name, stdio(bin(program), "--stdio"), http(bin(program), [], { PORT: "{port}" }));
}

const RESEARCH = { tool: "simulate-research-query", arguments: { topic: "tides" } };

const ACCEPTED = { inputResponses: "auto" };

/** One of our servers on the SDK: a tool for each role of the Tasks pack, and another principal over HTTP. */
function sdkServer(program: string, findings: Pick<PublishedServer, "failed" | "warnings">): PublishedServer {
  const file = join(SERVERS_FOLDER, program);
  return {
    ...server("@modelcontextprotocol/server", stdio(file), http(file, ["--http", "{port}"])),
    name: `@modelcontextprotocol/server (${program})`,
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
    notApplicable: ["tasks-notify-shape", "tasks-mrtr-before-create"],
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

const TASK_ONLY_AS_TOOL_ERROR: Defended = {
  check: "tasks-legacy-required-tool",
  rule: "H03",
  excerpt: "it was refused with a tool result, isError: true, and no JSON-RPC error",
  why: 'The tool has taskSupport "required", and a call without params.task comes back as isError: true with "-32601" in its text, where the specification asks for the JSON-RPC error -32601. To refute it the text would have to count as the code; but a client looks at error.code, and the same SDK answers an unknown method with that code.',
};

const RELATED_TASK_LOOKED_UP: Defended = {
  check: "tasks-legacy-related-task-ignored",
  rule: "H17",
  excerpt: "Task not found",
  transport: "http",
  why: "With a session the SDK looks up the task that related-task names before it reads params.taskId, and refuses tasks/get and tasks/result of a task that exists. To refute it the related-task of a request would have to mean something; the specification says that params.taskId is the source of truth and that such _meta is ignored, and the same requests without it are served.",
};

const RELATED_TASK_UNANSWERED: Defended = {
  check: "tasks-legacy-related-task-ignored",
  rule: "H17",
  excerpt: "was not answered within 5000 ms, and without related-task it is",
  transport: "stdio",
  why: "Without a session the SDK puts the answer into the queue of the task that related-task names, from which nobody takes it. That is the same mistake as over HTTP; but what can be seen is silence, which proves nothing, so it stays undecided.",
};

const FORBIDDEN_TOOL_RUN: Defended = {
  check: "tasks-legacy-forbidden-tool",
  rule: "H04",
  excerpt: "Invalid task creation result",
  why: "A call with params.task of a tool that has no taskSupport runs the tool and is then refused with -32602, where -32601 is asked for before anything runs. To refute it the code would have to be free; it is a SHOULD, so it is a warning.",
};

const MALFORMED_IDS: Defended = {
  check: "tasks-legacy-unknown-id",
  rule: "H18",
  excerpt: "it was refused with -32603, not with -32602",
  why: "A taskId that is a number, or missing, is refused with -32603 and the text of a schema validator, as if the server had broken; an invalid taskId is invalid params, -32602. To refute it one would have to read the rule as one about strings alone, which is why it warns and does not fail: a random id is refused with -32602 as it should be.",
};

const LISTED_FOR_ALL: Defended = {
  check: "tasks-legacy-auth-binding",
  rule: "H26",
  excerpt: "initialize declares tasks.list to a client that sent no credentials",
  transport: "stdio",
  why: "Nobody authorizes, and tasks.list is declared; the specification asks receivers that cannot identify requestors not to, and the rule holds this against stdio too. It could be refuted for this server, which has one client per process and a store per session, so that the list shows nobody else's tasks; from outside only the declaration can be seen, and it is a warning.",
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
    ...server(
      "@modelcontextprotocol/server-everything",
      stdio(bin("mcp-server-everything"), "stdio"),
      http(bin("mcp-server-everything"), ["streamableHttp"], { PORT: "{port}" }),
    ),
    preExtension: ["Tasks (2025-11-25)"],
    tasks: {
      roles: {
        task: RESEARCH,
        required: RESEARCH,
        slow: RESEARCH,
        sync: { tool: "echo", arguments: { message: "hello" } },
        ask: {
          tool: "simulate-research-query",
          arguments: { topic: "python", ambiguous: true },
          inputResponses: "auto",
        },
      },
      secondIdentity: { Authorization: "Bearer somebody-else" },
    },
    notApplicable: [
      "tasks-legacy-undeclared-ignored",
      "tasks-legacy-undeclared-op",
      "tasks-legacy-immediate-response",
      "tasks-legacy-result-terminal",
    ],
    failed: [TASK_ONLY_AS_TOOL_ERROR, RELATED_TASK_LOOKED_UP],
    warnings: [FORBIDDEN_TOOL_RUN, MALFORMED_IDS, LISTED_FOR_ALL],
    open: [RELATED_TASK_UNANSWERED],
  },
  appsExample("@modelcontextprotocol/server-basic-vanillajs", "mcp-server-basic-vanillajs"),
  appsExample("@modelcontextprotocol/server-budget-allocator", "mcp-budget-allocator-server"),
  appsExample("@modelcontextprotocol/server-system-monitor", "mcp-system-monitor-server"),
  server("@modelcontextprotocol/server-filesystem", stdio(bin("mcp-server-filesystem"), SERVERS_FOLDER)),
  server("@modelcontextprotocol/server-memory", stdio(bin("mcp-server-memory"))),
  {
    ...server(
      "@upstash/context7-mcp",
      stdio(bin("context7-mcp")),
      http(bin("context7-mcp"), ["--transport", "http", "--port", "{port}"]),
    ),
    eras: ["modern", "legacy"],
    versions: ["2026-07-28", "2025-11-25"],
  },
  sdkServer("sdk-tasks.mjs", { failed: [ACKNOWLEDGED], warnings: [CONTENT_ON_A_HANDLE] }),
  sdkServer("sdk-registered.mjs", {
    failed: [ACKNOWLEDGED, REFUSED_AS_TOOL_ERROR],
    warnings: [CONTENT_ON_A_HANDLE],
  }),
];
