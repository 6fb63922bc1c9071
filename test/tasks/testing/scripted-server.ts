import { createServer, type IncomingMessage } from "node:http";
import type { Target } from "@mcptest/core/wire";
import { at, isObject, type Json, type JsonObject, META } from "@mcptest/pack";
import { onLoopback } from "./loopback.js";

const TASKS = "io.modelcontextprotocol/tasks";

/** One request as the script sees it. */
export interface Asked {
  method: string;
  params: JsonObject;
  /** The extension is declared on this request. */
  declared: boolean;
  /** Value of `Mcp-Name`. */
  name?: string;
}

/** What the script answers: a result, an error, or any HTTP answer. */
export type Answer =
  | { result: Json }
  | { error: { code: number; message: string; data?: Json }; status?: number }
  | { status: number; text: string; headers?: Record<string, string> };

/** A server on 127.0.0.1 that answers what its script says, and everything else as a well-behaved one. */
export interface ScriptedServer {
  target: Target;
  /** Every request so far. */
  asked: Asked[];
  close(): Promise<void>;
}

/** Starts a modern HTTP server with one tool, `job`. What `script` answers is sent as it is. */
export async function scriptedServer(script: (asked: Asked) => Answer | undefined): Promise<ScriptedServer> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    void bodyOf(request).then((message) => {
      const one = askedOf(message, request);
      asked.push(one);
      const answer = script(one) ?? ordinary(one);
      if ("text" in answer) {
        response.writeHead(answer.status, { "Content-Type": "text/plain", ...answer.headers }).end(answer.text);
        return;
      }
      const status = "error" in answer ? (answer.status ?? 200) : 200;
      const body = "error" in answer ? { error: answer.error } : { result: answer.result };
      response.writeHead(status, { "Content-Type": "application/json" });
      response.end(JSON.stringify({ jsonrpc: "2.0", id: message.id ?? null, ...body }));
    });
  });
  const { url, close } = await onLoopback(server);
  return { target: { kind: "http", name: "scripted", url, headers: [] }, asked, close };
}

async function bodyOf(request: IncomingMessage): Promise<JsonObject> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString("utf8")) as JsonObject;
}

function askedOf(message: JsonObject, { headers }: IncomingMessage): Asked {
  const name = headers["mcp-name"];
  return {
    method: String(message.method),
    params: isObject(message.params) ? message.params : {},
    declared: isObject(at(message, "params", "_meta", META.clientCapabilities, "extensions", TASKS)),
    ...(typeof name === "string" ? { name } : {}),
  };
}

/** A task as every answer here shows it. */
export function taskIn(status: string, more: JsonObject = {}): JsonObject {
  const at = "2026-09-01T10:00:00Z";
  return {
    taskId: "9f31c0de-77aa",
    status,
    createdAt: at,
    lastUpdatedAt: at,
    ttlMs: null,
    pollIntervalMs: 50,
    ...more,
  };
}

/** The refusal of an undeclared request. */
export const REFUSED: Answer = {
  status: 400,
  error: {
    code: -32021,
    message: "Missing required client capability",
    data: { requiredCapabilities: { extensions: { [TASKS]: {} } } },
  },
};

const RESULT = { content: [{ type: "text", text: "done" }] };

function ordinary({ method, declared }: Asked): Answer {
  switch (method) {
    case "server/discover":
      return {
        result: {
          resultType: "complete",
          supportedVersions: ["2026-07-28"],
          capabilities: { tools: {}, extensions: { [TASKS]: {} } },
          ttlMs: 0,
          cacheScope: "private",
          _meta: { [META.serverInfo]: { name: "scripted", version: "1.0.0" } },
        },
      };
    case "tools/list":
      return {
        result: {
          resultType: "complete",
          tools: [{ name: "job", inputSchema: { type: "object" } }],
          ttlMs: 0,
          cacheScope: "private",
        },
      };
    case "tools/call":
      return declared
        ? { result: { resultType: "task", ...taskIn("working") } }
        : { result: { resultType: "complete", ...RESULT } };
    case "tasks/get":
      return declared ? { result: { resultType: "complete", ...taskIn("completed", { result: RESULT }) } } : REFUSED;
    case "tasks/update":
    case "tasks/cancel":
      return declared ? { result: { resultType: "complete" } } : REFUSED;
    case "subscriptions/listen":
      return declared ? { error: { code: -32601, message: "Method not found" }, status: 404 } : REFUSED;
    default:
      return { error: { code: -32601, message: "Method not found" }, status: 404 };
  }
}
