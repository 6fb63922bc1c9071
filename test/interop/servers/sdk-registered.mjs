// The same server through `McpServer` of the official SDK: each tool is registered, the Tasks handlers stand on the
// low-level server inside it.
import { McpServer } from "@modelcontextprotocol/server";
import { serve } from "./serve.mjs";
import { callTool, handleTasks, TASKS, TOOLS } from "./tasks.mjs";

function makeServer({ era }) {
  const modern = era === "modern";
  const capabilities = modern ? { extensions: { [TASKS]: {} } } : {};
  const mcp = new McpServer({ name: "sdk-registered", version: "1.0.0" }, { capabilities });
  for (const [name, { description }] of Object.entries(TOOLS))
    mcp.registerTool(name, { description }, (context) => callTool(name, context));
  if (modern) handleTasks(mcp.server);
  return mcp;
}

serve(makeServer);
