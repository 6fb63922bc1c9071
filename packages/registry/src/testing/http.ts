import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { toNodeHandler } from "@modelcontextprotocol/node";
import type { AuthInfo, CreateMcpHandlerOptions, McpHttpHandler } from "@modelcontextprotocol/server";
import { onTestFinished } from "vitest";
import type { ExtensionRegistry } from "../index.js";
import { headersOf, type Message } from "./messages.js";

/** A server on the loopback interface that goes away after the test. */
export interface Endpoint {
  url: string;
  handler: McpHttpHandler;
}

/** Bearer tokens stand for the client of the same name. */
export async function listen(registry: ExtensionRegistry, options: CreateMcpHandlerOptions = {}): Promise<Endpoint> {
  const handler = registry.createHandler(options);
  const serve = toNodeHandler(handler);
  const server = createServer((request: IncomingMessage & { auth?: AuthInfo }, response) => {
    const token = request.headers.authorization?.replace("Bearer ", "");
    if (token !== undefined) request.auth = { token, clientId: token, scopes: [] };
    void serve(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    await handler.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, handler };
}

export function post(url: string, message: object, headers: Record<string, string> = {}, signal?: AbortSignal) {
  const accept = "application/json, text/event-stream";
  return fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept, ...headers },
    body: JSON.stringify(message),
    signal,
  });
}

/** The answer to a request of 2026-07-28. */
export async function askModern(url: string, message: Message, headers: Record<string, string> = {}): Promise<Message> {
  return answerOf(await post(url, message, { ...headersOf(message), ...headers }));
}

/** The answer to a request of an older revision, which may name it. */
export async function askOlder(url: string, message: object, headers: Record<string, string> = {}): Promise<Message> {
  return answerOf(await post(url, message, headers));
}

async function answerOf(response: Response): Promise<Message> {
  const text = await response.text();
  const data = /^data: (.*)$/m.exec(text)?.[1];
  return JSON.parse(data ?? text);
}

/** A stream of events, read one message at a time. */
export interface Events {
  response: Response;
  /** The next message; `undefined` at the end. */
  next(): Promise<Message>;
  /** The next comment. */
  comment(): Promise<string>;
  /** Goes away. */
  leave(): void;
}

/** Opens a listen of 2026-07-28. */
export async function openListen(url: string, message: Message): Promise<Events> {
  const gone = new AbortController();
  const response = await post(url, message, headersOf(message), gone.signal);
  if (response.body === null) throw new Error(`HTTP ${response.status} without a body`);
  const frames = framesOf(response.body);
  const find = async (prefix: string) => {
    for (;;) {
      const { value, done } = await frames.next();
      if (done) return undefined;
      const line = value.split("\n").find((one: string) => one.startsWith(prefix));
      if (line !== undefined) return line.slice(prefix.length);
    }
  };
  onTestFinished(() => gone.abort());
  return {
    response,
    next: async () => {
      const data = await find("data: ");
      return data === undefined ? undefined : JSON.parse(data);
    },
    comment: async () => (await find(":")) ?? "",
    leave: () => gone.abort(),
  };
}

async function* framesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of body) {
    const frames = (rest + decoder.decode(chunk, { stream: true })).split("\n\n");
    rest = frames.pop() ?? "";
    yield* frames;
  }
  return undefined;
}
