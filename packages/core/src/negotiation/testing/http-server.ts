import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { HeaderList, Json, JsonObject } from "@mcptest/pack";
import type { HttpTarget } from "../../wire/types.js";

/** What a scripted HTTP server answers. `result` and `error` get the id of the request. */
export interface HttpReply {
  /** Default 200. */
  status?: number;
  headers?: Record<string, string>;
  result?: Json;
  error?: Json;
  /** A whole body, in place of a message. */
  body?: string;
  /** Replaces the id of the request. */
  id?: Json;
  /** Sends the message as an SSE event, after these lines. */
  sse?: string[];
  /** Opens an SSE stream and hands out the pen. */
  stream?: (write: (text: string) => void) => void;
  /** Nothing is answered; the connection stays open. */
  silent?: true;
  /** The connection is cut. */
  cut?: true;
}

/** A request as it arrived. */
export interface ReceivedRequest {
  httpMethod: string;
  path: string;
  headers: HeaderList;
  body: string;
  /** `method` of the JSON-RPC message. */
  method?: string;
}

type Reply = HttpReply | ((request: ReceivedRequest) => HttpReply);

/** A server on loopback. */
export interface ScriptedHttp {
  target: HttpTarget;
  received: ReceivedRequest[];
  /** `server/discover`, `initialize`, `GET`, … in the order of arrival. */
  order(): string[];
  close(): Promise<void>;
}

/**
 * Serves replies by JSON-RPC method, and by `GET` and `DELETE`. A method without a reply gets 400 with `-32600`; `*`
 * stands for every POST without one.
 */
export async function httpServer(replies: Record<string, Reply>): Promise<ScriptedHttp> {
  const received: ReceivedRequest[] = [];
  const server = createServer((incoming, response) => {
    void receive(incoming).then((request) => {
      received.push(request);
      const key = request.httpMethod === "POST" ? (request.method ?? "") : request.httpMethod;
      const reply = replies[key] ?? (request.httpMethod === "POST" ? replies["*"] : undefined) ?? unknown(request);
      answer(response, request, typeof reply === "function" ? reply(request) : reply);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    target: { kind: "http", name: "scripted", url: `http://127.0.0.1:${port}/mcp`, headers: [] },
    received,
    order: () => received.map(({ httpMethod, method }) => method ?? httpMethod),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function unknown({ httpMethod, method }: ReceivedRequest): HttpReply {
  if (httpMethod !== "POST") return { status: 405 };
  if (method?.startsWith("notifications/")) return { status: 202, body: "" };
  return { status: 400, error: { code: -32600, message: "no such thing" } };
}

async function receive(incoming: IncomingMessage): Promise<ReceivedRequest> {
  let body = "";
  for await (const chunk of incoming) body += String(chunk);
  const headers: HeaderList = [];
  for (let index = 0; index + 1 < incoming.rawHeaders.length; index += 2) {
    headers.push([incoming.rawHeaders[index] as string, incoming.rawHeaders[index + 1] as string]);
  }
  const request: ReceivedRequest = { httpMethod: incoming.method ?? "", path: incoming.url ?? "", headers, body };
  if (body === "") return request;
  const { method } = JSON.parse(body) as JsonObject;
  return typeof method === "string" ? { ...request, method } : request;
}

function answer(response: ServerResponse, request: ReceivedRequest, reply: HttpReply): void {
  if (reply.silent) return;
  if (reply.cut) {
    response.destroy();
    return;
  }
  if (reply.stream) {
    response.writeHead(200, { "content-type": "text/event-stream" });
    reply.stream((text) => void response.write(text));
    return;
  }
  const message = messageOf(request, reply);
  const type = reply.sse ? "text/event-stream" : "application/json";
  response.writeHead(reply.status ?? 200, { ...(message === "" ? {} : { "content-type": type }), ...reply.headers });
  if (!reply.sse) response.end(message);
  else response.end([...reply.sse, ...(message === "" ? [] : [`data: ${message}`, "", ""])].join("\n"));
}

function messageOf(request: ReceivedRequest, { body, id, result, error }: HttpReply): string {
  if (body !== undefined) return body;
  if (result === undefined && error === undefined) return "";
  const own = (JSON.parse(request.body) as JsonObject).id;
  return JSON.stringify({ jsonrpc: "2.0", id: id === undefined ? own : id, result, error });
}
