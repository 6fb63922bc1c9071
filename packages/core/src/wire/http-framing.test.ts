import { afterEach, describe, expect, it } from "vitest";
import { cleanUp, post, responseText, SSE_HEAD, serve, serveRaw, writeParts } from "./testing/http.js";

afterEach(cleanUp);

/** A server that answers each POST with an SSE stream of exactly these bytes, one part at a time. */
function streamServer(parts: Uint8Array[]) {
  return serveRaw((socket) => {
    void writeParts(socket, [Buffer.from(SSE_HEAD), ...parts]).then(() => socket.end());
  });
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
    expect(exchange.messages[0]).toMatchObject({
      raw: responseText(1),
      event: "ping",
      problem: 'event of type "ping", no message',
    });
    expect(exchange.messages[0]).not.toHaveProperty("json");
  });

  it("keeps the beginning of the type of such an event, and no type of a message", async () => {
    const { send } = await streamServer([bytes(`event: ${"t".repeat(100)}\ndata: x\n\ndata: ${responseText(1)}\n\n`)]);
    const { messages } = await send(post(1));
    expect(messages.map(({ event }) => event)).toEqual([`${"t".repeat(60)}…`, undefined]);
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
