import { at, type JsonObject } from "@mcptest/pack";
import type { ServerOptions } from "../server/options.js";
import { startHttpServer } from "../transports/http.js";
import { legacy } from "./requests.js";
import { initializeFor, openRevision } from "./revisions.js";
import { connectSse } from "./sse-client.js";
import { connectInProcess } from "./stdio-client.js";

/** A legacy session with the mapped server. */
export interface MappedTalk {
  /** The response to `initialize`. */
  opened: JsonObject;
  /** The response to a request. */
  call(method: string, params?: JsonObject): Promise<JsonObject>;
  /** The pages of a list, all their entries, and how many came on each. */
  list(method: string, key: string): Promise<{ pages: JsonObject[]; entries: JsonObject[]; sizes: number[] }>;
  close(): Promise<void>;
}

type Connection = Omit<MappedTalk, "list">;

/** Pages of a list after which it is taken as it is. */
const MOST_PAGES = 12;

/** Opens a session of this revision. `sse`: over HTTP+SSE. Default options: a server of both eras. */
export async function openMapped(
  transport: "http" | "stdio" | "sse",
  version: string,
  options: ServerOptions = {},
): Promise<MappedTalk> {
  const started: ServerOptions = { kind: "mapped", ...options };
  const open = { http: overHttp, stdio: overStdio, sse: overSse }[transport];
  const connection = await open(started, version);
  return {
    ...connection,
    async list(method, key) {
      const pages: JsonObject[] = [];
      let cursor: unknown;
      do {
        const answer = await connection.call(method, cursor === undefined ? {} : { cursor: cursor as string });
        pages.push(answer);
        cursor = at(answer, "result", "nextCursor");
      } while (cursor !== undefined && pages.length < MOST_PAGES);
      const entries = pages.map((page) => (at(page, "result", key) ?? []) as JsonObject[]);
      return { pages, entries: entries.flat(), sizes: entries.map((page) => page.length) };
    },
  };
}

async function overHttp(options: ServerOptions, version: string): Promise<Connection> {
  const server = await startHttpServer(options);
  const { opened, send } = await openRevision(server.url, version);
  return {
    opened: opened.messages[0] ?? {},
    call: async (method, params) => (await send(method, params)).messages[0] ?? {},
    close: server.close,
  };
}

async function overStdio(options: ServerOptions, version: string): Promise<Connection> {
  const client = connectInProcess(options);
  const opened = await client.request(initializeFor(version).message);
  client.send({ jsonrpc: "2.0", method: "notifications/initialized" });
  return {
    opened,
    call: (method, params) => client.request(legacy(method, params).message),
    close: async () => client.close(),
  };
}

async function overSse(options: ServerOptions, version: string): Promise<Connection> {
  const { server, send, next } = await connectSse({ ...options, http: "sse" });
  const ask = async (message: JsonObject) => {
    await send(message);
    return next();
  };
  const opened = await ask(initializeFor(version).message);
  await send({ jsonrpc: "2.0", method: "notifications/initialized" });
  return { opened, call: (method, params) => ask(legacy(method, params).message), close: server.close };
}
