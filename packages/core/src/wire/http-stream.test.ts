import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { AFTER_ANSWER_MS } from "./http-call.js";
import {
  cleanUp,
  connectTo,
  HTTP_TAGS,
  post,
  responseText,
  SSE_HEAD,
  serve,
  serveRaw,
  startSse,
  writeParts,
} from "./testing/http.js";
import type { Outgoing } from "./types.js";

afterEach(cleanUp);

/** A server that answers each POST with an SSE stream of exactly these bytes, one part at a time. */
function streamServer(parts: Uint8Array[]) {
  return serveRaw((socket) => {
    void writeParts(socket, [Buffer.from(SSE_HEAD), ...parts]).then(() => socket.end());
  });
}

const bytes = (text: string) => Buffer.from(text, "utf8");
const NOTE = '{"jsonrpc":"2.0","method":"notifications/message"}';

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
    response!.write(`data: ${NOTE}\n\n`);
    response!.write(`data: ${responseText(1)}\n\n`);
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
