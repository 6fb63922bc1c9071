import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createRawServer, type Server, type Socket } from "node:net";
import type { Exchange, ExchangeTags, HeaderList, Json } from "@mcptest/pack";
import { connect } from "../connect.js";
import { DEFAULT_LIMITS } from "../limits.js";
import { secretsOf } from "../target.js";
import { createTranscript } from "../transcript.js";
import type { HttpTarget, Outgoing, Transcript, WireConnection, WireLimits, WireOptions } from "../types.js";

export const HTTP_TAGS: ExchangeTags = { lane: "http-modern-2026-07-28", identity: "first" };

/** A server on loopback, and what it received. */
export interface TestServer {
  url: string;
  close(): Promise<void>;
}

/** A request with its whole body. */
export interface TestRequest {
  method: string;
  url: string;
  /** As they came, order, case and duplicates included. */
  headers: HeaderList;
  body: string;
  /** Remote port: tells one TCP connection from another. */
  port: number;
}

const sockets = new WeakMap<Server, Set<Socket>>();

async function listen(server: Server): Promise<TestServer> {
  const open = new Set<Socket>();
  sockets.set(server, open);
  server.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => open.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** An HTTP server; `handle` gets each request once its body is complete. */
export function httpServer(handle: (request: TestRequest, response: ServerResponse) => void): Promise<TestServer> {
  return listen(
    createServer(async (incoming: IncomingMessage, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk as Buffer);
      const raw = incoming.rawHeaders;
      const headers = raw.flatMap((name, at): HeaderList => (at % 2 === 0 ? [[name, raw[at + 1] as string]] : []));
      const { method = "", url = "" } = incoming;
      const port = incoming.socket.remotePort ?? 0;
      handle({ method, url, headers, body: Buffer.concat(chunks).toString("utf8"), port }, response);
    }),
  );
}

/** A TCP server; `handle` gets the bytes of each request as text once the head and a body of that length are there. */
export function rawServer(handle: (socket: Socket, request: string) => void): Promise<TestServer> {
  return listen(
    createRawServer((socket) => {
      let text = "";
      socket.on("data", (chunk) => {
        text += chunk.toString("latin1");
        const [head, ...rest] = text.split("\r\n\r\n");
        const length = Number(/content-length: (\d+)/i.exec(head ?? "")?.[1] ?? 0);
        if (rest.length === 0 || rest.join("\r\n\r\n").length < length) return;
        const request = text;
        text = "";
        handle(socket, request);
      });
    }),
  );
}

/** The head of an SSE response without a length, as raw text. */
export const SSE_HEAD = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n";

/** Writes each part in a turn of its own, without waiting for more, so that it travels alone. */
export async function writeParts(socket: Socket, parts: Uint8Array[]): Promise<void> {
  socket.setNoDelay(true);
  for (const part of parts) {
    await new Promise((resolve) => socket.write(part, resolve));
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** A POST with the given id. */
export function post(id: Json | undefined, more: Partial<Outgoing> = {}): Outgoing {
  const method = more.method ?? "tools/list";
  const body = JSON.stringify({ jsonrpc: "2.0", id, method, params: {} });
  const headers: HeaderList = [
    ["Content-Type", "application/json"],
    ["Accept", "application/json, text/event-stream"],
  ];
  return { body, id, method, headers, timeoutMs: 20_000, tags: HTTP_TAGS, ...more };
}

/** The text of a response. */
export function responseText(id: Json, result: Json = {}): string {
  return JSON.stringify({ jsonrpc: "2.0", id, result });
}

/** A connection with the transcript that it writes to. */
export interface TestHttp {
  wire: WireConnection;
  transcript: Transcript;
  send(message: Outgoing): Promise<Exchange>;
}

/** What a test may set beside the URL. */
export interface TestHttpOptions {
  headers?: HeaderList;
  limits?: Partial<WireLimits>;
  tamper?: WireOptions["tamper"];
}

export function testTarget(url: string, headers: HeaderList = []): HttpTarget {
  return { kind: "http", name: "test", url, headers };
}

export function testOptions(target: HttpTarget, { limits, tamper }: TestHttpOptions = {}): WireOptions {
  return {
    limits: { ...DEFAULT_LIMITS, ...limits },
    transcript: createTranscript({ secrets: secretsOf(target) }),
    tamper,
  };
}

export async function connectTo(url: string, options: TestHttpOptions = {}): Promise<TestHttp> {
  const target = testTarget(url, options.headers);
  const wireOptions = testOptions(target, options);
  const wire = await connect(target, wireOptions);
  return { wire, transcript: wireOptions.transcript, send: wire.send };
}

/** A connection to a server that was started for it. */
export interface Served extends TestHttp {
  server: TestServer;
}

/** Things to do when a test is over, last first. */
export const cleanups: (() => Promise<unknown>)[] = [];

/** For `afterEach`: closes every connection and server of the test. */
export async function cleanUp(): Promise<void> {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
}

/** Connects, until the test is over. */
export async function connectHere(url: string, options?: TestHttpOptions): Promise<TestHttp> {
  const connection = await connectTo(url, options);
  cleanups.push(connection.wire.close);
  return connection;
}

async function served(starting: Promise<TestServer>, options?: TestHttpOptions): Promise<Served> {
  const server = await starting;
  cleanups.push(server.close);
  return { server, ...(await connectHere(server.url, options)) };
}

/** An HTTP server with a connection to it, until the test is over. */
export function serve(handle: Parameters<typeof httpServer>[0], options?: TestHttpOptions): Promise<Served> {
  return served(httpServer(handle), options);
}

/** The same with a TCP server. */
export function serveRaw(handle: Parameters<typeof rawServer>[0], options?: TestHttpOptions): Promise<Served> {
  return served(rawServer(handle), options);
}

/** Begins an SSE response, with these events. */
export function startSse(response: ServerResponse, ...events: string[]): void {
  response.writeHead(200, { "Content-Type": "text/event-stream" }).flushHeaders();
  for (const data of events) response.write(`data: ${data}\n\n`);
}

/** A problem without what differs from run to run. */
export function withoutPort(text: string | undefined): string | undefined {
  return text?.replace(/127\.0\.0\.1:\d+/g, "127.0.0.1:PORT");
}

/** A raw HTTP response with a body. */
export function rawResponse(status: string, headers: string[], body: string): string {
  const lines = [`HTTP/1.1 ${status}`, ...headers, `Content-Length: ${Buffer.byteLength(body)}`, "Connection: close"];
  return `${lines.join("\r\n")}\r\n\r\n${body}`;
}
