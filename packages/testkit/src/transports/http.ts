import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { HeaderList } from "@mcptest/pack";
import { createDispatcher } from "../dispatcher.js";
import { checkTransport } from "../faults/registry.js";
import type { ServerOptions } from "../server/options.js";
import { headerList, readBody } from "./http-request.js";
import { httpSse } from "./http-sse.js";
import { streamable } from "./streamable.js";

/** Milliseconds that an idle socket stays open. */
const KEEP_ALIVE_MS = 120_000;
/** Milliseconds that a closing server gives its subscriptions to end. */
const CLOSE_GRACE_MS = 100;

/** A request as it was received. */
export interface LoggedRequest {
  /** HTTP method. */
  method: string;
  /** Request target. */
  url: string;
  headers: HeaderList;
  body: string;
  /** ISO 8601 with milliseconds. */
  receivedAt: string;
}

/** A running HTTP server. */
export interface RunningServer {
  /** `http://127.0.0.1:PORT/mcp`, with HTTP+SSE `http://127.0.0.1:PORT/sse`. */
  url: string;
  port: number;
  /** Every request to the server so far, oldest first. */
  requests: LoggedRequest[];
  /** Resolves once the server is gone: after `close`, or when a fault has crashed it. */
  closed: Promise<void>;
  /** Ends open streams, closes all sockets and stops all tasks. */
  close(): Promise<void>;
}

/** Options of {@link startHttpServer}. */
export interface HttpServerOptions extends ServerOptions {
  /** Default 0: any free port. */
  port?: number;
}

/** Starts the reference server on 127.0.0.1. Rejects when the port is taken. */
export async function startHttpServer(options: HttpServerOptions = {}): Promise<RunningServer> {
  checkTransport(options, "http");
  const dispatcher = createDispatcher(options);
  const requests: LoggedRequest[] = [];
  const subscriptions = new Set<Promise<void>>();
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  // Longer than any pause of a client, so that no request meets a socket that is just being closed.
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  const closed = new Promise<void>((resolve) => {
    server.once("close", resolve);
  });

  function crash(): void {
    server.close();
    server.closeAllConnections();
    dispatcher.close();
  }

  const context = { dispatcher, crash };
  const endpoint = dispatcher.server.http === "sse" ? httpSse(context) : streamable(context);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    request.socket.setNoDelay(true);
    const bytes = await readBody(request);
    const { method = "", url = "" } = request;
    const body = bytes?.toString("utf8") ?? "";
    requests.push({ method, url, headers: headerList(request), body, receivedAt: new Date().toISOString() });
    if (dispatcher.server.hooks.http.intercept?.(request, response)) return;
    follow(response, body);
    await endpoint.answer({ request, response, bytes });
  }

  /** Remembers a response while it is open, if it is a subscription. */
  function follow(response: ServerResponse, body: string): void {
    if (!body.includes("subscriptions/listen")) return;
    const over = new Promise<void>((resolve) => {
      response.once("close", () => {
        subscriptions.delete(over);
        resolve();
      });
    });
    subscriptions.add(over);
  }

  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${endpoint.path}`,
    port,
    requests,
    closed,
    async close() {
      dispatcher.close();
      server.close();
      // Subscriptions end with a message of their own; it goes out before the sockets are closed.
      await Promise.race([Promise.all(subscriptions), delay(CLOSE_GRACE_MS, undefined, { ref: false })]);
      server.closeAllConnections();
      await closed;
    },
  };
}
