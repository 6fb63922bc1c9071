import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Json, JsonObject } from "@mcptest/pack";
import { afterAll } from "vitest";

/** Answers one HTTP request; `message` is the JSON of its body. */
export type Answer = (request: IncomingMessage, response: ServerResponse, message: JsonObject) => void;

/** Starts an HTTP server on 127.0.0.1 that goes away after the tests of the file, and gives the URL of its endpoint. */
export async function httpServer(answer: Answer): Promise<string> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString("utf8");
    answer(request, response, text === "" ? {} : (JSON.parse(text) as JsonObject));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

/** Starts a modern server with these capabilities, and with `results` by method beside `server/discover`. */
export function modernServer(capabilities: JsonObject, results: Record<string, JsonObject> = {}): Promise<string> {
  const discovery: JsonObject = {
    resultType: "complete",
    supportedVersions: ["2026-07-28"],
    capabilities,
    ttlMs: 0,
    cacheScope: "private",
  };
  const known = new Map(Object.entries({ ...results, "server/discover": discovery }));
  return httpServer((_request, response, { id, method }) => {
    const result = known.get(String(method));
    const notFound = { error: { code: -32601, message: "Method not found" } };
    reply(response, result ? 200 : 404, { jsonrpc: "2.0", id: id ?? null, ...(result ? { result } : notFound) });
  });
}

/** Sends JSON. */
export function reply(response: ServerResponse, status: number, body: Json): void {
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
}
