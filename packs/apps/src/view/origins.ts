import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What one address answers with. */
export interface Served {
  body: string;
  type: "text/html" | "text/javascript";
  headers?: Record<string, string>;
}

/** Two origins on loopback: that of the host page, and that of the view and the page around it. */
export interface Origins {
  /** `http://localhost:PORT` */
  host: string;
  /** `http://127.0.0.1:PORT`. The same server refuses whatever is asked of it as a proxy. */
  view: string;
  /** Serves `pages` below a new random path of an origin; gives their addresses by name. */
  serve<Name extends string>(origin: "host" | "view", pages: Record<Name, Served>): Page<Name>;
  close(): Promise<void>;
}

interface Page<Name extends string> {
  urls: Record<Name, string>;
  remove(): void;
}

/** Listens on two free ports. */
export async function openOrigins(): Promise<Origins> {
  const served = { host: new Map<string, Served>(), view: new Map<string, Served>() };
  const servers = { host: await listening(served.host), view: await listening(served.view) };
  const origins = {
    host: `http://localhost:${portOf(servers.host)}`,
    view: `http://127.0.0.1:${portOf(servers.view)}`,
  };
  return {
    ...origins,
    serve(origin, pages) {
      const folder = `/${randomBytes(16).toString("hex")}`;
      const names = Object.keys(pages) as (keyof typeof pages)[];
      for (const name of names) served[origin].set(`${folder}/${name}`, pages[name]);
      const urls = Object.fromEntries(names.map((name) => [name, `${origins[origin]}${folder}/${name}`]));
      return {
        urls: urls as Record<keyof typeof pages, string>,
        remove() {
          for (const name of names) served[origin].delete(`${folder}/${name}`);
        },
      };
    },
    async close() {
      await Promise.all([closed(servers.host), closed(servers.view)]);
    },
  };
}

async function listening(pages: ReadonlyMap<string, Served>): Promise<Server> {
  const server = createServer((request, response) => answer(pages, request, response));
  server.on("connect", (_, socket) => socket.end("HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n"));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(0, "127.0.0.1", resolve);
  });
  return server;
}

function answer(pages: ReadonlyMap<string, Served>, request: IncomingMessage, response: ServerResponse): void {
  const page = pages.get((request.url ?? "").replace(/\?.*$/s, ""));
  if (page) {
    response.writeHead(200, {
      "content-type": `${page.type}; charset=utf-8`,
      "cache-control": "no-store",
      ...page.headers,
    });
    response.end(page.body);
    return;
  }
  const isNavigation = request.headers["sec-fetch-mode"] === "navigate";
  const isProxied = !request.url?.startsWith("/");
  response.writeHead(isProxied ? 403 : isNavigation ? 204 : 404).end();
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
