import { encodeHeaderValue, type JsonObject, nameParameter } from "@mcptest/pack";
import { type ServerOptions, startHttpServer, stdioCommand } from "@mcptest/testkit";
import {
  Client,
  type JSONRPCMessage,
  StreamableHTTPClientTransport,
  type Transport,
} from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import {
  createTaskSessionFromClient,
  type RawClientDispatch,
  resultFromTaskOutcome,
  type TaskEnabledSession,
  toolDeclarationFromMcpTool,
  type WithTasksOptions,
} from "@modelcontextprotocol/ext-tasks/client";
import { afterEach, describe, expect, test } from "vitest";

const clientInfo = { name: "interop", version: "1.0.0" };
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** The client answers questions of a legacy task, but does not call `tasks/result` for them: they have to come to it. */
const options: Pick<ServerOptions, "era" | "jobMs" | "variants"> = {
  era: "dual",
  jobMs: 100,
  variants: ["questions-at-once"],
};

/** What the client was asked on behalf of a task. */
interface Asked {
  kind: string;
  message: unknown;
  scope: string;
}

/** A connected official client, with the way in which it sends what its SDK has no method for. */
interface Connected {
  client: Client;
  rawDispatch: RawClientDispatch;
}

async function connect(transport: "http" | "stdio", era: "modern" | "legacy"): Promise<Connected> {
  const mode = era === "modern" ? { pin: "2026-07-28" } : ("legacy" as const);
  const client = new Client(clientInfo, { capabilities: { elicitation: {} }, versionNegotiation: { mode } });
  cleanups.push(() => client.close());
  if (transport === "http") {
    const server = await startHttpServer(options);
    cleanups.push(server.close);
    await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
    return { client, rawDispatch: overHttp(server.url) };
  }
  const pipes = new StdioClientTransport(stdioCommand(options));
  await client.connect(pipes);
  return { client, rawDispatch: overTransport(pipes) };
}

function answerOf(message: JsonObject): Awaited<ReturnType<RawClientDispatch>> {
  if (message.error === undefined) return { kind: "result", result: message.result ?? null };
  return { kind: "error", error: message.error as { code: number; message: string } };
}

let lastId = 0;

/** Requests of their own beside the client's connection. */
function overHttp(url: string): RawClientDispatch {
  return async (request) => {
    const { method, params } = request as { method: string; params: JsonObject };
    const name = params[nameParameter(method) ?? ""];
    lastId += 1;
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
        "MCP-Protocol-Version": "2026-07-28",
        "Mcp-Method": method,
        ...(typeof name === "string" ? { "Mcp-Name": encodeHeaderValue(name) } : {}),
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: lastId, method, params }),
    });
    return answerOf((await response.json()) as JsonObject);
  };
}

/** Requests between those of the client, on the same pipes. */
function overTransport(transport: Transport): RawClientDispatch {
  const open = new Map<unknown, (message: JsonObject) => void>();
  const toClient = transport.onmessage;
  transport.onmessage = (message, extra) => {
    const answer = "id" in message && !("method" in message) ? open.get(message.id) : undefined;
    if (answer) answer(message as unknown as JsonObject);
    else toClient?.(message, extra);
  };
  return async (request) => {
    lastId += 1;
    const id = `raw-${lastId}`;
    const answered = new Promise<JsonObject>((resolve) => open.set(id, resolve));
    await transport.send({ jsonrpc: "2.0", id, ...(request as object) } as JSONRPCMessage);
    return answerOf(await answered);
  };
}

async function openSession(
  transport: "http" | "stdio",
  era: "modern" | "legacy",
  asked: Asked[],
): Promise<TaskEnabledSession> {
  const { client, rawDispatch } = await connect(transport, era);
  const { tools } = await client.listTools();
  const declarations = tools.map(toolDeclarationFromMcpTool);
  const handlers: WithTasksOptions = {
    tools: { currentTool: (name) => declarations.find((tool) => tool.name === name) },
    onInputRequest: async (request, { scope }) => {
      asked.push({ kind: request.kind, message: request.params?.message, scope });
      return { action: "accept", content: { name: "Ada" } } as never;
    },
  };
  const framing = { protocolVersion: "2026-07-28", clientInfo, clientCapabilities: { elicitation: {} } };
  const common = { endpointId: `${transport}-${era}`, ...handlers };
  const session = createTaskSessionFromClient(
    client,
    era === "modern" ? { ...common, rawDispatch, v2RequestFraming: framing } : common,
  );
  cleanups.push(() => session.close());
  return session;
}

describe.each([
  ["http", "modern"],
  ["stdio", "modern"],
  ["http", "legacy"],
  ["stdio", "legacy"],
] as const)("the official Tasks client over %s, %s", (transport, era) => {
  test("drives a task with input to its result", async () => {
    const asked: Asked[] = [];
    const session = await openSession(transport, era, asked);
    expect(session.capabilities.execution).toBe(true);
    const execution = await session.callTool("ask", {}, { task: { preference: "require" } });
    expect(execution.kind).toBe("task");
    const statuses: string[] = [];
    const { outcome } = await execution.settle({
      onEvent: (event) => {
        if (event.type === "task") statuses.push(event.task.status);
      },
    });
    expect(resultFromTaskOutcome(outcome)).toMatchObject({ content: [{ type: "text", text: "Hello Ada." }] });
    expect(asked).toEqual([{ kind: "elicitation", message: "What is your name?", scope: "task" }]);
    expect(statuses.at(-1)).toBe("completed");
    // On the legacy wire the question does not wait to be seen in a poll.
    if (era === "modern") expect(statuses).toContain("input_required");
  });

  test("sees a cancelled and a failed task as what they are", async () => {
    const session = await openSession(transport, era, []);
    const slow = await session.callTool("slow", {}, { task: { preference: "require" } });
    await slow.cancel();
    expect((await slow.settle()).outcome.status).toBe("cancelled");
    const failing = await session.callTool("protocol_error", {}, { task: { preference: "require" } });
    const { outcome } = await failing.settle();
    expect(outcome).toMatchObject({ status: "failed" });
  });
});
