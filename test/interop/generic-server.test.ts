import { type ServerOptions, startHttpServer, stdioCommand } from "@mcptest/testkit";
import { Client, SSEClientTransport, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterEach, expect, test } from "vitest";

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const clientInfo = { name: "interop", version: "1.0.0" };
type Lane = [transport: "http" | "stdio" | "sse", era: "modern" | "legacy", version: string];
const LANES: Lane[] = [
  ["http", "modern", ""],
  ["stdio", "modern", ""],
  ...["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"].flatMap((version): Lane[] => [
    ["http", "legacy", version],
    ["stdio", "legacy", version],
  ]),
  ["sse", "legacy", "2024-11-05"],
];

async function connect(...[transport, era, version]: Lane): Promise<Client> {
  const mode = era === "modern" ? { pin: "2026-07-28" } : ("legacy" as const);
  const client = new Client(clientInfo, { capabilities: { elicitation: {} }, versionNegotiation: { mode } });
  cleanups.push(() => client.close());
  client.setRequestHandler("elicitation/create", () => ({ action: "accept", content: { name: "Ada" } }));
  const options: ServerOptions = { kind: "generic", jobMs: 5, ...(version === "" ? {} : { versions: [version] }) };
  if (transport === "stdio") {
    await client.connect(new StdioClientTransport(stdioCommand(options)));
    return client;
  }
  const server = await startHttpServer({ ...options, ...(transport === "sse" ? { http: "sse" } : {}) });
  cleanups.push(server.close);
  const url = new URL(server.url);
  await client.connect(transport === "sse" ? new SSEClientTransport(url) : new StreamableHTTPClientTransport(url));
  return client;
}

test.each(LANES)("the official client uses the generic server over %s, %s %s", async (transport, era, version) => {
  const client = await connect(transport, era, version);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain("toy_card");
  const quick = await client.callTool({ name: "quick", arguments: {} });
  expect(quick.content).toEqual([{ type: "text", text: "Done at once." }]);
  if (tools.some(({ name }) => name === "ask")) {
    const asked = await client.callTool({ name: "ask", arguments: {} });
    expect(asked.content).toEqual([{ type: "text", text: "Hello Ada." }]);
  }
  const { resources } = await client.listResources();
  for (const { uri } of resources) {
    const { contents } = await client.readResource({ uri });
    expect(contents.map((each) => each.uri)).toEqual([uri]);
  }
  const { messages } = await client.getPrompt({ name: "summary", arguments: { topic: "tea" } });
  expect(messages).toHaveLength(1);
});
