import { createHash } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Era, isObject, type JsonObject, member } from "@mcptest/pack";
import { startHttpServer } from "@mcptest/testkit";
import type { Endpoint } from "./endpoints.js";
import type { Lie, Reply } from "./lies.mjs";

/** A server on 127.0.0.1 that stands before the reference server and does not tell the truth. */
export interface LyingHttp {
  url: string;
  /** Every request that came, oldest first. */
  asked: Asked[];
  /** SHA-256 and size of every message that was sent in place of another, or as it was. */
  sent: string[];
  close(): Promise<void>;
}

/** A request as it came. */
export interface Asked {
  method: string;
  declared: boolean;
  headers: IncomingHttpHeaders;
  params: JsonObject;
}

/** What the server lies about, and where it is no MCP server at all. */
export interface HttpLies {
  lie?: Lie;
  /** What answers in place of MCP, where `isHere` says so. */
  endpoint?: Endpoint;
  isHere?(asked: Asked): boolean;
}

const HOP = new Set(["host", "connection", "content-length", "transfer-encoding", "keep-alive", "date"]);

/** Starts the server. `lie` changes messages; `endpoint` answers in a way that is no MCP. */
export async function lyingHttp(
  { lie = {}, endpoint, isHere = () => true }: HttpLies,
  era: Era,
  jobMs: number,
): Promise<LyingHttp> {
  const honest = await startHttpServer({ era, jobMs });
  const asked: Asked[] = [];
  const sent: string[] = [];
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const message = await bodyOf(request);
    const one = askedOf(request, message);
    asked.push(one);
    const isPlace = endpoint !== undefined && isHere(one);
    const early = message.id === undefined || one.method === "subscriptions/listen" || isPlace;
    if (isPlace && one.method === "subscriptions/listen") return endpoint(request, response, "{}");
    if (early && tookOver(isPlace ? undefined : lie.answer?.(message, {}))) return;
    const got = await forward(request, response, lie.request?.(message) ?? message);
    const text = got.isStream ? "" : await got.response.text();
    if (isPlace) return endpoint(request, response, text);
    if (got.isStream) return pipe(got.response, response, got.headers);
    const reply = text === "" ? undefined : lie.answer?.(message, JSON.parse(text) as JsonObject);
    if (!tookOver(reply)) send(response, got, reply?.messages ?? (text === "" ? [] : [text]));
  }

  /** True where nothing more is to be sent. */
  function tookOver(reply: Reply | undefined): boolean {
    if (reply?.end) end();
    return reply?.end === true || reply?.silence === true;
  }

  async function forward(request: IncomingMessage, response: ServerResponse, message: JsonObject) {
    const headers = Object.entries(request.headers).filter(([name]) => !HOP.has(name)) as [string, string][];
    const taskId = member(message.params, "taskId");
    const named = headers.map(([name, value]): [string, string] =>
      name === "mcp-name" && typeof taskId === "string" ? [name, taskId] : [name, value],
    );
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    const { method } = request;
    const body = method === "POST" ? JSON.stringify(message) : undefined;
    const answered = await fetch(honest.url, { method, headers: named, body, signal: gone.signal });
    const kept = [...answered.headers].filter(([name]) => !HOP.has(name));
    const isStream = answered.headers.get("content-type")?.startsWith("text/event-stream") === true;
    return { response: answered, headers: Object.fromEntries(kept), isStream };
  }

  function send(
    response: ServerResponse,
    { response: { status }, headers }: Awaited<ReturnType<typeof forward>>,
    messages: (string | Buffer)[],
  ): void {
    const all = messages.map((message) => Buffer.from(message));
    for (const bytes of all) sent.push(`${createHash("sha256").update(bytes).digest("hex")} ${bytes.length}`);
    if (all.length <= 1) {
      response.writeHead(status, headers).end(all[0]);
      return;
    }
    response.writeHead(status, { ...headers, "content-type": "text/event-stream" });
    response.end(Buffer.concat(all.flatMap((bytes) => [Buffer.from("data: "), bytes, Buffer.from("\n\n")])));
  }

  function end(): void {
    server.close();
    server.closeAllConnections();
  }

  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    asked,
    sent,
    async close() {
      end();
      await honest.close();
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<JsonObject> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString("utf8");
  return text === "" ? {} : (JSON.parse(text) as JsonObject);
}

function askedOf({ method, headers }: IncomingMessage, message: JsonObject): Asked {
  const params = isObject(message.params) ? message.params : {};
  const declared = JSON.stringify(params._meta ?? {}).includes('"io.modelcontextprotocol/tasks"');
  return { method: typeof message.method === "string" ? message.method : String(method), declared, headers, params };
}

async function pipe(from: Response, to: ServerResponse, headers: Record<string, string>): Promise<void> {
  to.writeHead(from.status, headers);
  for await (const chunk of from.body ?? []) to.write(chunk);
  to.end();
}
