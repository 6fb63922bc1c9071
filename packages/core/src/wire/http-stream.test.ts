import { once } from "node:events";
import type { ServerResponse } from "node:http";
import type { Exchange, JsonObject } from "@mcptest/pack";
import { afterEach, describe, expect, it } from "vitest";
import { AFTER_ANSWER_MS } from "./http-call.js";
import {
  connectTo,
  HTTP_TAGS,
  httpServer,
  post,
  rawServer,
  responseText,
  SSE_HEAD,
  type TestHttpOptions,
  type TestRequest,
  writeParts,
} from "./testing/http.js";
import type { Outgoing } from "./types.js";

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** A server that answers each POST with an SSE stream of exactly these bytes, one part at a time. */
async function streamServer(parts: Uint8Array[], options?: TestHttpOptions) {
  const server = await rawServer((socket) => {
    void writeParts(socket, [Buffer.from(SSE_HEAD), ...parts]).then(() => socket.end());
  });
  const connection = await connectTo(server.url, options);
  cleanups.push(server.close, connection.wire.close);
  return { server, ...connection };
}

type Handler = Parameters<typeof httpServer>[0];

async function serve(handle: Handler, options?: TestHttpOptions) {
  const server = await httpServer(handle);
  const connection = await connectTo(server.url, options);
  cleanups.push(server.close, connection.wire.close);
  return { server, ...connection };
}

function startSse(response: ServerResponse, ...events: string[]): void {
  response.writeHead(200, { "Content-Type": "text/event-stream" }).flushHeaders();
  for (const data of events) sse(response, data);
}

function sse(response: ServerResponse, data: string): void {
  response.write(`data: ${data}\n\n`);
}

const bytes = (text: string) => Buffer.from(text, "utf8");
const split = (text: string, mark = "|") => text.split(mark).map(bytes);
const RESPONSE = '{"jsonrpc":"2.0",\n "id":1,\n"result":{"resultType":"complete"}}';
const NOTE = '{"jsonrpc":"2.0","method":"notifications/message"}';

describe("SSE answers in every framing", () => {
  it.each<[string, Uint8Array[], string]>([
    [
      "CR|LF over two chunks, no space, CRLF",
      split('data: {"jsonrpc":"2.0",\r|\ndata: "id":1,\r\ndata:"result":{"resultType":"complete"}}\r\n\r|\n'),
      '{"jsonrpc":"2.0",\n"id":1,\n"result":{"resultType":"complete"}}',
    ],
    [
      "lone CR",
      split('data: {"jsonrpc":"2.0",\r|data: "id":1,\rdata:"result":{"resultType":"complete"}}\r\r|'),
      '{"jsonrpc":"2.0",\n"id":1,\n"result":{"resultType":"complete"}}',
    ],
    [
      "a byte order mark cut in three",
      [Uint8Array.of(0xef), Uint8Array.of(0xbb), Uint8Array.of(0xbf), ...split(`data: ${responseText(1)}\n\n`)],
      responseText(1),
    ],
    [
      "a character cut in two",
      [
        bytes('data: {"jsonrpc":"2.0","id":1,"result":{"a":"'),
        Uint8Array.of(0xc3),
        Uint8Array.of(0xa9),
        bytes('"}}\n\n'),
      ],
      '{"jsonrpc":"2.0","id":1,"result":{"a":"é"}}',
    ],
    [
      "comments, empty data and an id before it",
      split(`:\r\n|: keep-alive\n\n|id: 1\ndata:\n\n|data: ${responseText(1)}\n\n`),
      responseText(1),
    ],
    [
      "one byte at a time",
      Array.from(bytes(`data: ${responseText(1, "读取 — ✅\u2028")}\r\n\r\n`), (byte) => Uint8Array.of(byte)),
      responseText(1, "读取 — ✅\u2028"),
    ],
  ])("%s", async (_, parts, raw) => {
    const { send } = await streamServer(parts);
    const exchange = await send(post(1));
    expect(exchange).toMatchObject({
      outcome: "answered",
      status: 200,
      messages: [{ raw, byteLength: Buffer.byteLength(raw), via: "event" }],
      response: JSON.parse(raw),
    });
    expect(exchange).not.toHaveProperty("problem");
    expect(exchange.messages).toHaveLength(1);
  });

  it("reports an event that the stream does not finish, and not a time-out", async () => {
    const { send, transcript } = await streamServer([bytes(`data: ${NOTE}\n\ndata: ${responseText(1)}\n`)]);
    const exchange = await send(post(1));
    expect(exchange.outcome).toBe("no-response");
    expect(exchange.messages).toMatchObject([
      { raw: NOTE },
      { raw: responseText(1), problem: "stream ended inside an event" },
    ]);
    expect(exchange.messages[1]).not.toHaveProperty("json");
    expect(exchange.problem).toMatchInlineSnapshot(
      `"HTTP 200 without the response to id 1: stream ended inside an event"`,
    );
    expect(transcript.get(exchange.number)).toEqual(exchange);
  });

  it("does not take events of another type for messages", async () => {
    const { send } = await streamServer([bytes(`event: ping\ndata: ${responseText(1)}\n\n`)]);
    const exchange = await send(post(1));
    expect(exchange).toMatchObject({ outcome: "no-response" });
    expect(exchange.messages[0]).toMatchObject({ raw: responseText(1), problem: 'event of type "ping", no message' });
  });

  it("reads a stream whatever its status, and its type in any case, with parameters", async () => {
    const error = '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"x"}}';
    const { send } = await serve((_, response) => {
      response.writeHead(404, { "Content-Type": "Text/Event-Stream; charset=utf-8" }).end(`data: ${error}\n\n`);
    });
    expect(await send(post(1))).toMatchObject({ outcome: "answered", status: 404, response: JSON.parse(error) });
  });

  it("keeps JSON of several lines as the lines were joined", async () => {
    const { send } = await streamServer([bytes(`data: ${RESPONSE.replaceAll("\n", "\ndata: ")}\n\n`)]);
    expect((await send(post(1))).messages[0]!.raw).toBe(RESPONSE);
  });

  it("notes where and when a stream can be resumed", async () => {
    const { send } = await streamServer([bytes("id: ev-7\nretry: 1500\ndata:\n\n")]);
    expect(await send(post(1))).toMatchObject({
      outcome: "no-response",
      messages: [],
      resume: { lastEventId: "ev-7", retryMs: 1500 },
      problem: "HTTP 200 with a stream that holds nothing",
    });
  });
});

describe("the end of an exchange over SSE", () => {
  it("is the response; everything before it and with it is there", async () => {
    const { send } = await streamServer([
      bytes(`data: ${NOTE}\n\ndata: ${responseText(2)}\n\ndata: ${responseText("1")}\n\n`),
      bytes(`data: ${responseText(1)}\n\ndata: ${NOTE}\n\ndata: ${responseText(1, "again")}\n\n`),
    ]);
    const exchange = await send(post(1));
    expect(exchange.messages.map(({ raw }) => raw)).toEqual([
      NOTE,
      responseText(2),
      responseText("1"),
      responseText(1),
      NOTE,
      responseText(1, "again"),
    ]);
    expect(exchange.response).toEqual(JSON.parse(responseText(1)));
  });

  it("does not wait for the stream's; what comes later is in the record, and who ended the stream", async () => {
    let late: (() => void) | undefined;
    const { send, wire, transcript } = await serve((_, response) => {
      startSse(response, responseText(1));
      late = () => response.end(`data: ${NOTE}\n\ndata: ${responseText(1, "again")}\n\n`);
    });
    const exchange = await send(post(1));
    expect(exchange).toMatchObject({ outcome: "answered", messages: [{ raw: responseText(1) }] });
    expect(exchange).not.toHaveProperty("endedBy");
    late!();
    await wire.close();
    expect(exchange.messages).toHaveLength(1);
    expect(transcript.get(exchange.number)).toMatchObject({
      outcome: "answered",
      endedBy: "server",
      messages: [{ raw: responseText(1) }, { raw: NOTE }, { raw: responseText(1, "again") }],
      response: JSON.parse(responseText(1)),
    });
  });

  it("closes a stream that the server leaves open", async () => {
    let closed: Promise<unknown> | undefined;
    const { send, transcript } = await serve((_, response) => {
      closed = once(response, "close");
      startSse(response, responseText(1));
    });
    const { number } = await send(post(1, { timeoutMs: 600_000 }));
    await closed;
    await expect.poll(() => transcript.get(number)?.endedBy, { timeout: 10 * AFTER_ANSWER_MS }).toBe("client");
  });

  it("is an array that holds the response, as nothing better will come", async () => {
    const { send } = await serve((_, response) => startSse(response, `[${responseText(1)}]`));
    const exchange = await send(post(1));
    expect(exchange.outcome).toBe("no-response");
    expect(exchange.problem).toMatchInlineSnapshot(
      `"HTTP 200 with a JSON array in place of the response to id 1 (text/event-stream)"`,
    );
  });

  it("is the head of the response where nothing is awaited", async () => {
    const { send } = await serve((_, response) => startSse(response));
    const get: Outgoing = { body: "", httpMethod: "GET", headers: [], timeoutMs: 20_000, tags: HTTP_TAGS };
    const exchange = await send(get);
    expect(exchange).toMatchObject({ outcome: "answered", status: 200, messages: [] });
    expect(exchange.headers).toContainEqual(["Content-Type", "text/event-stream"]);
  });
});

describe("open", () => {
  it("gives each message once, then the end; the record grows with it", async () => {
    let response: ServerResponse | undefined;
    const { wire, transcript } = await serve((_, opened) => {
      response = opened;
      startSse(opened, NOTE);
    });
    const stream = wire.open(post(1));
    expect(await stream.next(20_000)).toMatchObject({ raw: NOTE, via: "event", json: JSON.parse(NOTE) });
    expect(await stream.next(0)).toBe("timeout");
    expect(transcript.get(stream.exchange)).toMatchObject({ messages: [{ raw: NOTE }], outcome: "no-response" });
    expect(stream.snapshot()).toMatchObject({ number: stream.exchange, status: 200, messages: [{ raw: NOTE }] });
    sse(response!, NOTE);
    sse(response!, responseText(1));
    response!.end();
    expect(await stream.next(20_000)).toMatchObject({ raw: NOTE });
    expect(await stream.next(20_000)).toMatchObject({ raw: responseText(1) });
    expect(await stream.next(20_000)).toBe("ended");
    expect(await stream.next(20_000)).toBe("ended");
    expect(stream.snapshot()).toMatchObject({ outcome: "answered", endedBy: "server" });
    expect(transcript.get(stream.exchange)).toEqual(stream.snapshot());
  });

  it("lives longer than the limit for the head of its response", async () => {
    let response: ServerResponse | undefined;
    const { wire } = await serve((_, opened) => {
      response = opened;
      startSse(opened, NOTE);
    });
    const stream = wire.open(post(1, { timeoutMs: 2_000 }));
    await stream.next(20_000);
    expect(await stream.next(2_500)).toBe("timeout");
    response!.end(`data: ${responseText(1)}\n\n`);
    expect(await stream.next(20_000)).toMatchObject({ raw: responseText(1) });
  });

  it("closes the stream for the server too", async () => {
    let closed: Promise<unknown> | undefined;
    const { wire, transcript } = await serve((_, response) => {
      closed = once(response, "close");
      startSse(response, NOTE);
    });
    const stream = wire.open(post(1));
    await stream.next(20_000);
    await stream.close();
    await closed;
    expect(await stream.next(20_000)).toBe("ended");
    expect(transcript.get(stream.exchange)).toMatchObject({
      outcome: "closed",
      cause: "ABORTED",
      endedBy: "client",
      problem: "mcptest closed the stream",
    });
  });

  it("gives a JSON answer as its only message", async () => {
    const { wire } = await serve((_, response) => response.end(responseText(1)));
    const stream = wire.open(post(1));
    expect(await stream.next(20_000)).toMatchObject({ raw: responseText(1), via: "body" });
    expect(await stream.next(20_000)).toBe("ended");
    expect(stream.snapshot().outcome).toBe("answered");
  });

  it("ends at once where nothing can be sent", async () => {
    const { wire } = await connectTo("http://");
    const stream = wire.open(post(1));
    expect(await stream.next(20_000)).toBe("ended");
    expect(stream.snapshot()).toMatchObject({ outcome: "unreachable", cause: "ERR_INVALID_URL" });
    await stream.close();
  });
});

describe("requests of the server", () => {
  const SESSION: Outgoing["headers"] = [
    ["Content-Type", "application/json"],
    ["Accept", "application/json, text/event-stream"],
    ["MCP-Session-Id", "s-1"],
    ["MCP-Protocol-Version", "2025-11-25"],
    ["Mcp-Method", "tools/call"],
    ["Last-Event-ID", "4"],
  ];
  const ask = (id: unknown, method: string) => JSON.stringify({ jsonrpc: "2.0", id, method });

  /** Asks `requests` on the stream of the first POST and answers that one once all replies have come. */
  async function asking(requests: string[], replies: number, options?: TestHttpOptions) {
    const posts: TestRequest[] = [];
    let stream: ServerResponse | undefined;
    const served = await serve((request, response) => {
      if (!stream) {
        stream = response;
        startSse(response, ...requests);
        if (replies === 0) response.end(`data: ${responseText(1)}\n\n`);
        return;
      }
      posts.push(request);
      response.writeHead(202).end();
      if (posts.length === replies) stream.end(`data: ${responseText(1)}\n\n`);
    }, options);
    return { posts, ...served };
  }

  it("are answered with a POST each that has the headers of the stream", async () => {
    const { posts, send, transcript, wire } = await asking([ask(7, "ping"), ask("x", "roots/list")], 2, {
      headers: [["Authorization", "Bearer secret-1"]],
    });
    const exchange = await send(post(1, { headers: SESSION, tags: { ...HTTP_TAGS, check: "c", defect: "d" } }));
    expect(exchange).toMatchObject({ outcome: "answered", messages: [{ json: { method: "ping" } }, {}, {}] });
    expect(posts.map(({ body }) => JSON.parse(body))).toEqual([
      { jsonrpc: "2.0", id: 7, result: {} },
      { jsonrpc: "2.0", id: "x", error: { code: -32601, message: "Method not found" } },
    ]);
    for (const { headers } of posts) {
      expect(headers).toContainEqual(["MCP-Session-Id", "s-1"]);
      expect(headers).toContainEqual(["MCP-Protocol-Version", "2025-11-25"]);
      expect(headers).toContainEqual(["Authorization", "Bearer secret-1"]);
      expect(headers.filter(([name]) => /^(mcp-method|last-event-id)$/i.test(name))).toEqual([]);
      expect(headers.filter(([name]) => name === "Content-Type")).toEqual([["Content-Type", "application/json"]]);
    }
    await wire.close();
    const replies = transcript.all().slice(1);
    expect(replies).toHaveLength(2);
    for (const reply of replies) {
      expect(reply).toMatchObject({ outcome: "answered", status: 202, tags: { ...HTTP_TAGS, check: "c" } });
      expect(reply.tags).not.toHaveProperty("defect");
      expect(reply).not.toHaveProperty("id");
    }
  });

  it("are answered by the handler, which knows the exchange and may stay silent", async () => {
    const { posts, send, wire } = await asking([ask(1, "a"), ask(2, "b"), ask(3, "c")], 1);
    const asked: [JsonObject, Exchange | undefined][] = [];
    wire.onServerRequest((message, exchange) => {
      asked.push([message, exchange]);
      if (message.method === "a") return undefined;
      if (message.method === "b") throw new Error("broken handler");
      return "raw reply";
    });
    const exchange = await send(post(1));
    expect(posts.map(({ body }) => body)).toEqual(["raw reply"]);
    expect(asked.map(([message]) => message.id)).toEqual([1, 2, 3]);
    expect(asked.map(([, of]) => of?.number)).toEqual([exchange.number, exchange.number, exchange.number]);
  });

  it("are not confused with the response when they carry its id", async () => {
    const { posts, send } = await asking([ask(1, "ping")], 1);
    const exchange = await send(post(1));
    expect(exchange.response).toEqual(JSON.parse(responseText(1)));
    expect(posts).toHaveLength(1);
  });

  it("are not answered without end when each reply brings the next", async () => {
    let count = 0;
    const { send, wire, transcript } = await serve((_, response) => {
      count++;
      startSse(response, ask(count, "ping"));
      response.end(count === 1 ? `data: ${responseText(1)}\n\n` : undefined);
    });
    await send(post(1));
    await expect.poll(() => transcript.get(2)?.endedBy).toBe("server");
    expect(transcript.get(2)).toMatchObject({ outcome: "answered", messages: [{ json: { method: "ping" } }] });
    await wire.close();
    expect([count, transcript.all().length]).toEqual([2, 2]);
  });
});
