import { once } from "node:events";
import type { Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { cleanUp, post, responseText, SSE_HEAD, serve, serveRaw } from "./testing/http.js";

afterEach(cleanUp);

/** Writes `piece` for as long as the other side reads. */
function pour(socket: Socket, piece: string): void {
  const more = () => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on("drain", more);
  more();
}

describe("limits", () => {
  it("of time: no response", async () => {
    const { send } = await serve((request, response) => {
      if (request.body.includes('"id":0')) response.end(responseText(0));
    });
    await send(post(0));
    const exchange = await send(post(1, { timeoutMs: 50 }));
    expect(exchange).toMatchObject({ outcome: "timeout", cause: "TIMEOUT", messages: [] });
    expect(exchange.problem).toMatchInlineSnapshot(`"no response within 50 ms (a limit of mcptest)"`);
  });

  it("of time: a body that comes slowly is kept as far as it came, and the server sees the end", async () => {
    let closed: Promise<unknown> | undefined;
    const { send } = await serve((_, response) => {
      closed = once(response, "close");
      response.writeHead(200, { "Content-Type": "application/json", "Content-Length": 1_000 }).write('{"jsonrpc"');
    });
    const exchange = await send(post(1, { timeoutMs: 1_500 }));
    expect(exchange).toMatchObject({ outcome: "timeout", status: 200, endedBy: "client" });
    expect(exchange.messages).toMatchObject([{ raw: '{"jsonrpc"', problem: "the time limit of mcptest passed" }]);
    await closed;
  });

  it("of time: a late answer belongs to no other request", async () => {
    const waiting = new Map<number, () => void>();
    const { send, transcript } = await serve((request, response) => {
      const { id } = JSON.parse(request.body) as { id: number };
      if (id === 0) return void response.end(responseText(0));
      waiting.set(id, () => response.end(responseText(id)));
      if (id === 2) for (const answer of waiting.values()) answer();
    });
    await send(post(0));
    expect((await send(post(1, { timeoutMs: 50 }))).outcome).toBe("timeout");
    expect(await send(post(2))).toMatchObject({ outcome: "answered", messages: [{ raw: responseText(2) }] });
    expect(transcript.get(2)).toMatchObject({ id: 1, outcome: "timeout", messages: [] });
  });

  it.each(["application/json", "text/html", "text/event-stream"])("of size: an endless body of %s", async (type) => {
    let socketClosed: Promise<unknown> | undefined;
    const { send, transcript } = await serveRaw(
      (socket) => {
        socketClosed = new Promise((resolve) => socket.once("close", resolve));
        socket.write(`HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nConnection: close\r\n\r\ndata: `);
        pour(socket, "x".repeat(10_000));
      },
      { limits: { maxMessageBytes: 200_000 } },
    );
    const exchange = await send(post(1));
    expect(exchange).toMatchObject({ outcome: "limit", cause: "LIMIT_MESSAGE_BYTES", status: 200, endedBy: "client" });
    expect(exchange.problem).toMatchInlineSnapshot(`"a message is larger than the limit of 200000 bytes"`);
    expect(exchange.messages).toHaveLength(1);
    expect(exchange.messages[0]).toMatchObject({ byteLength: 65_536 });
    expect(exchange.messages[0]!.problem).toContain("larger than the limit of 200000 bytes; its beginning is kept");
    expect(transcript.get(exchange.number)!.outcome).toBe("limit");
    await socketClosed;
  });

  it("of size: of the type of an event only the beginning is kept, as it counts towards no limit", async () => {
    const type = "t".repeat(1_000_000);
    const { send } = await serveRaw((socket) => socket.end(`${SSE_HEAD}event: ${type}\ndata: {}\n\n`));
    const { messages } = await send(post(1));
    expect(messages).toMatchObject([{ raw: "{}" }]);
    expect(messages[0]!.problem!.length).toBeLessThan(200);
  });

  it("of size: endless comments are passed over until the time is up", async () => {
    const { send } = await serveRaw(
      (socket) => {
        socket.write(`${SSE_HEAD}:`);
        pour(socket, "x".repeat(10_000));
      },
      { limits: { maxMessageBytes: 1_000 } },
    );
    expect(await send(post(1, { timeoutMs: 1_500 }))).toMatchObject({ outcome: "timeout", messages: [] });
  });

  it.each([
    ["LIMIT_MESSAGES", { maxMessages: 50 }],
    ["LIMIT_EXCHANGE_BYTES", { maxExchangeBytes: 50 * 46 }],
  ])("of number: a flood of messages breaks %s", async (cause, limits) => {
    const note = '{"jsonrpc":"2.0","method":"notifications/xxx"}';
    const { send } = await serveRaw(
      (socket) => {
        socket.write(SSE_HEAD);
        pour(socket, `data: ${note}\n\n`.repeat(10));
      },
      { limits },
    );
    const exchange = await send(post(1));
    expect(exchange).toMatchObject({ outcome: "limit", cause });
    expect(exchange.messages).toHaveLength(50);
  });

  it.each(["application/json", "text/event-stream"])("of nesting: a bomb as %s", async (type) => {
    const bomb = `{"jsonrpc":"2.0","id":1,"result":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
    const { send, transcript } = await serve((_, response) => {
      response.writeHead(200, { "Content-Type": type });
      response.end(type === "application/json" ? bomb : `data: ${bomb}\n\n`);
    });
    const exchange = await send(post(1));
    expect(exchange).toMatchObject({ outcome: "limit", cause: "LIMIT_NESTING", messages: [{ raw: bomb }] });
    expect(exchange.messages[0]).not.toHaveProperty("json");
    expect(transcript.get(exchange.number)!.messages[0]).toMatchObject({ cut: true, byteLength: bomb.length });
  });
});
