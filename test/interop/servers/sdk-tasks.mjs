// A small dual-era server on the official SDK with hand-written Tasks handlers: what an author writes today, since the SDK
// has no Tasks of its own. `node sdk-tasks.mjs` speaks on stdio, `node sdk-tasks.mjs --http PORT` on a port of 127.0.0.1.
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { toNodeHandler } from "@modelcontextprotocol/node";
import {
  createMcpHandler,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  Server,
} from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

const TASKS = "io.modelcontextprotocol/tasks";
const JOB_MS = 300;

/** @type {Map<string, { created: number, cancelled?: number }>} */
const tasks = new Map();

/** Any value passes: the handlers check what they need. */
const anything = { "~standard": { version: 1, vendor: "hand-written", validate: (value) => ({ value }) } };

function makeServer({ era }) {
  const modern = era === "modern";
  const capabilities = { tools: {}, ...(modern ? { extensions: { [TASKS]: {} } } : {}) };
  const server = new Server({ name: "sdk-tasks", version: "1.0.0" }, { capabilities });
  server.setRequestHandler("tools/list", () => ({
    tools: [{ name: "long_job", description: "Runs for a moment.", inputSchema: { type: "object" } }],
  }));
  server.setRequestHandler("tools/call", (request, context) => {
    if (request.params.name !== "long_job") throw new ProtocolError(-32602, `unknown tool ${request.params.name}`);
    if (!declaresTasks(context)) return { content: [{ type: "text", text: "done at once" }] };
    const taskId = randomUUID();
    tasks.set(taskId, { created: Date.now() });
    return { resultType: "task", ...taskOf(taskId) };
  });
  if (!modern) return server;
  const own = (method, answer) =>
    server.setRequestHandler(method, { params: anything }, (params, context) => {
      if (!declaresTasks(context)) {
        throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { extensions: { [TASKS]: {} } } });
      }
      if (!tasks.has(params?.taskId)) throw new ProtocolError(-32602, "unknown taskId");
      return answer(params.taskId);
    });
  own("tasks/get", (taskId) => ({ resultType: "complete", ...taskOf(taskId), ...payloadOf(taskId) }));
  own("tasks/update", () => ({ resultType: "complete" }));
  own("tasks/cancel", (taskId) => {
    const task = tasks.get(taskId);
    if (statusOf(task) === "working") task.cancelled = Date.now();
    return { resultType: "complete" };
  });
  return server;
}

function declaresTasks(context) {
  const declared = context.mcpReq.envelope?.["io.modelcontextprotocol/clientCapabilities"]?.extensions;
  return typeof declared?.[TASKS] === "object";
}

function statusOf(task) {
  if (task.cancelled) return "cancelled";
  return Date.now() - task.created >= JOB_MS ? "completed" : "working";
}

function taskOf(taskId) {
  const task = tasks.get(taskId);
  const status = statusOf(task);
  const changed = task.cancelled ?? (status === "completed" ? task.created + JOB_MS : task.created);
  return {
    taskId,
    status,
    createdAt: new Date(task.created).toISOString(),
    lastUpdatedAt: new Date(changed).toISOString(),
    ttlMs: 60_000,
    pollIntervalMs: 100,
  };
}

function payloadOf(taskId) {
  return statusOf(tasks.get(taskId)) === "completed"
    ? { result: { content: [{ type: "text", text: "done" }], isError: false } }
    : {};
}

if (process.argv[2] === "--http") {
  createServer(toNodeHandler(createMcpHandler(makeServer))).listen(Number(process.argv[3]), "127.0.0.1");
} else {
  serveStdio(makeServer);
}
