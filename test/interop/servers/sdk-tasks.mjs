// A dual-era server on the low-level `Server` of the official SDK, with hand-written Tasks handlers.
import { ProtocolError, Server } from "@modelcontextprotocol/server";
import { serve } from "./serve.mjs";
import { callTool, handleTasks, TASKS, TOOLS } from "./tasks.mjs";

function makeServer({ era }) {
  const modern = era === "modern";
  const capabilities = { tools: {}, ...(modern ? { extensions: { [TASKS]: {} } } : {}) };
  const server = new Server({ name: "sdk-tasks", version: "1.0.0" }, { capabilities });
  server.setRequestHandler("tools/list", () => ({
    tools: Object.entries(TOOLS).map(([name, { description }]) => ({
      name,
      description,
      inputSchema: { type: "object" },
    })),
  }));
  server.setRequestHandler("tools/call", ({ params }, context) => {
    if (!Object.hasOwn(TOOLS, params.name)) throw new ProtocolError(-32602, `unknown tool ${params.name}`);
    return callTool(params.name, context);
  });
  if (modern) handleTasks(server);
  return server;
}

serve(makeServer);
