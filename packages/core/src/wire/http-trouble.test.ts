import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { isTlsCause } from "./http-failure.js";
import {
  connectTo,
  httpServer,
  post,
  rawServer,
  responseText,
  SSE_HEAD,
  type TestHttpOptions,
  type TestRequest,
} from "./testing/http.js";
import { fixture } from "./testing/processes.js";

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function connectHere(url: string, options?: TestHttpOptions) {
  const connection = await connectTo(url, options);
  cleanups.push(connection.wire.close);
  return connection;
}

async function serveRaw(handle: (socket: Socket) => void, options?: TestHttpOptions) {
  const server = await rawServer(handle);
  cleanups.push(server.close);
  return connectHere(server.url, options);
}

async function serve(handle: Parameters<typeof httpServer>[0], options?: TestHttpOptions) {
  const server = await httpServer(handle);
  cleanups.push(server.close);
  return { server, ...(await connectHere(server.url, options)) };
}

const withoutPort = (text: string | undefined) => text?.replace(/127\.0\.0\.1:\d+/g, "127.0.0.1:PORT");

/** Writes `piece` for as long as the other side reads. */
function pour(socket: Socket, piece: string): void {
  const more = () => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on("drain", more);
  more();
}

describe("no connection", () => {
  it("is refused", async () => {
    const server = await rawServer(() => {});
    await server.close();
    const { send } = await connectHere(server.url);
    const exchange = await send(post(1));
    expect(exchange).toMatchObject({ outcome: "unreachable", cause: "ECONNREFUSED", messages: [] });
    expect(withoutPort(exchange.problem)).toMatchInlineSnapshot(
      `"connection refused by 127.0.0.1:PORT (ECONNREFUSED)"`,
    );
  });

  it("has no such host", async () => {
    const { send } = await connectHere("http://no-such-host.invalid/mcp");
    const exchange = await send(post(1));
    expect(exchange.outcome).toBe("unreachable");
    expect(["ENOTFOUND", "EAI_AGAIN"]).toContain(exchange.cause);
    expect(exchange.problem).toContain("no-such-host.invalid");
  });

  it("cannot be had from a URL that is none, or of another kind", async () => {
    const none = await connectHere("nonsense");
    expect(await none.send(post(1))).toMatchObject({ outcome: "unreachable", cause: "ERR_INVALID_URL" });
    const ftp = await connectHere("ftp://127.0.0.1/mcp");
    expect(await ftp.send(post(1))).toMatchObject({ outcome: "unreachable", cause: "ERR_INVALID_PROTOCOL" });
  });

  it("speaks no TLS", async () => {
    const { server } = await serve((_, response) => response.end());
    const { send } = await connectHere(server.url.replace("http:", "https:"));
    const exchange = await send(post(1));
    expect(exchange.outcome).toBe("unreachable");
    expect(isTlsCause(exchange.cause!)).toBe(true);
    expect(exchange.problem).toMatch(/^TLS with 127\.0\.0\.1:\d+ failed: /);
  });

  it("does not come about in time", async () => {
    const server = await rawServer(() => {});
    cleanups.push(server.close);
    // A server that accepts and never takes up TLS.
    const { send } = await connectHere(server.url.replace("http:", "https:"));
    const exchange = await send(post(1, { timeoutMs: 300 }));
    expect(exchange).toMatchObject({ outcome: "unreachable", cause: "ETIMEDOUT", messages: [] });
    expect(withoutPort(exchange.problem)).toMatchInlineSnapshot(
      `"no connection to 127.0.0.1:PORT within 300 ms (a limit of mcptest)"`,
    );
  });

  it("has a certificate that nobody vouches for; nothing is sent to it", async () => {
    const seen: string[] = [];
    const [cert, key] = ["tls-cert.pem", "tls-key.pem"].map((name) => readFileSync(fixture(name)));
    const server = createTlsServer({ cert, key }, (request, response) => {
      seen.push(request.url ?? "");
      response.end();
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    cleanups.push(() => new Promise((resolve) => server.close(resolve)));
    const { send } = await connectHere(`https://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
    const exchange = await send(post(1));
    expect(exchange).toMatchObject({ outcome: "unreachable", cause: "DEPTH_ZERO_SELF_SIGNED_CERT" });
    expect(withoutPort(exchange.problem)).toMatchInlineSnapshot(
      `"TLS with 127.0.0.1:PORT failed: self-signed certificate (DEPTH_ZERO_SELF_SIGNED_CERT)"`,
    );
    expect(seen).toEqual([]);
  });
});

describe("a connection that breaks", () => {
  it("before the response", async () => {
    const { send } = await serveRaw((socket) => socket.destroy());
    const exchange = await send(post(1));
    expect(exchange).toMatchObject({ outcome: "closed", cause: "ECONNRESET", messages: [] });
    expect(withoutPort(exchange.problem)).toMatchInlineSnapshot(
      `"the connection to 127.0.0.1:PORT ended before a response came (ECONNRESET)"`,
    );
  });

  it("inside a body keeps what had come", async () => {
    const { send } = await serveRaw((socket) => {
      socket.end(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 999\r\n\r\n${responseText(1)}`);
    });
    const exchange = await send(post(1));
    expect(exchange).toMatchObject({ outcome: "closed", cause: "ECONNRESET", status: 200, endedBy: "server" });
    expect(exchange.messages).toMatchObject([{ raw: responseText(1), problem: "the connection ended" }]);
    expect(exchange).not.toHaveProperty("response");
    expect(withoutPort(exchange.problem)).toMatchInlineSnapshot(
      `"the connection to 127.0.0.1:PORT ended inside the response (ECONNRESET)"`,
    );
  });

  it("inside an event", async () => {
    const { send } = await serveRaw((socket) => {
      socket.end(
        `HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n6\r\ndata: \r\n1\r\nx\r\n`,
      );
    });
    const exchange = await send(post(1));
    expect(exchange.outcome).toBe("closed");
    expect(exchange.messages).toMatchObject([
      { raw: "x", problem: "stream ended inside an event: the connection ended" },
    ]);
  });

  it("after the response of a stream does no harm", async () => {
    const { send } = await serveRaw((socket) => {
      const event = `data: ${responseText(1)}\n\n`;
      socket.end(
        `HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n${event.length.toString(16)}\r\n${event}\r\n`,
      );
    });
    expect(await send(post(1))).toMatchObject({ outcome: "answered", response: { id: 1 } });
  });

  it.each([
    ["something that is not HTTP", "SSH-2.0-OpenSSH\r\n\r\n", "closed", /^HPE_/],
    ["headers without end", `HTTP/1.1 200 OK\r\nX: ${"x".repeat(100_000)}`, "limit", /^HPE_HEADER_OVERFLOW$/],
    [
      "another protocol",
      "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n",
      "closed",
      /^ECONNRESET$/,
    ],
    ["a broken chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "closed", /^HPE_/],
  ])("with %s", async (_, answer, outcome, cause) => {
    const { send } = await serveRaw((socket) => socket.end(answer));
    const exchange = await send(post(1));
    expect(exchange.outcome).toBe(outcome);
    expect(exchange.cause).toMatch(cause);
    expect(exchange.problem).toBeTruthy();
  });
});

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

describe("stopping", () => {
  it("by a signal, before and after the request went out", async () => {
    const stop = new AbortController();
    const { send } = await serve(() => stop.abort());
    const exchange = await send(post(1, { signal: stop.signal }));
    expect(exchange).toMatchObject({ outcome: "closed", cause: "ABORTED", problem: "stopped by mcptest" });
    expect(await send(post(2, { signal: stop.signal }))).toMatchObject({ outcome: "closed", cause: "ABORTED" });
  });

  it("by closing the connection: what is under way ends, nothing goes out any more", async () => {
    let arrived: (() => void) | undefined;
    const here = new Promise<void>((resolve) => (arrived = resolve));
    const seen: TestRequest[] = [];
    const { wire, transcript } = await serve((request) => {
      seen.push(request);
      arrived?.();
    });
    const pending = wire.send(post(1));
    await here;
    await wire.close();
    await wire.close();
    expect(await pending).toMatchObject({ outcome: "closed", cause: "ABORTED" });
    expect(await wire.send(post(2))).toMatchObject({ outcome: "unreachable", cause: "ABORTED" });
    expect(seen).toHaveLength(1);
    expect(transcript.all().map(({ outcome }) => outcome)).toEqual(["closed", "unreachable"]);
    expect([wire.exit, wire.stderrTail()]).toEqual([undefined, []]);
  });
});

describe("redirects", () => {
  const SECRET: TestHttpOptions = {
    headers: [
      ["Authorization", "Bearer CANARY-1"],
      ["X-Key", "CANARY-2"],
    ],
  };

  it.each([307, 308])("%i on the same origin is followed with the same message and headers", async (status) => {
    const seen: TestRequest[] = [];
    const { send, transcript } = await serve((request, response) => {
      seen.push(request);
      if (request.url === "/mcp") response.writeHead(status, { Location: "/v2/mcp?x=1#y" }).end("moved");
      else response.end(responseText(1));
    }, SECRET);
    const exchange = await send(post(1));
    expect(exchange).toMatchObject({
      number: 1,
      outcome: "answered",
      status: 200,
      messages: [{ raw: responseText(1) }],
    });
    expect(seen.map(({ url }) => url)).toEqual(["/mcp", "/v2/mcp?x=1"]);
    expect(seen[1]!.body).toBe(seen[0]!.body);
    expect(seen[1]!.headers).toEqual(seen[0]!.headers);
    expect(transcript.get(2)).toMatchObject({
      outcome: "no-response",
      status,
      problem: `HTTP ${status} on the way of exchange 1, followed to /v2/mcp`,
    });
  });

  it.each([301, 302, 303, 307, 308])("%i to another origin gets no request at all", async (status) => {
    const other: TestRequest[] = [];
    const elsewhere = await serve((request, response) => {
      other.push(request);
      response.end(responseText(1));
    });
    const location = elsewhere.server.url.replace("//", "//user:CANARY-1@");
    const { send, transcript } = await serve(
      (_, response) => response.writeHead(status, { Location: `${location}?token=CANARY-1` }).end(responseText(9)),
      SECRET,
    );
    const exchange = await send(post(1));
    expect(exchange).toMatchObject({ outcome: "no-response", status, messages: [{ raw: responseText(9) }] });
    expect(withoutPort(exchange.problem)?.replace(/\d+/, "NNN")).toBe(
      status < 307
        ? "HTTP NNN redirects to http://127.0.0.1:PORT/mcp?token=[redacted], which is not followed"
        : "HTTP NNN redirects to another origin, http://127.0.0.1:PORT/mcp?token=[redacted], which is not followed",
    );
    expect(other).toEqual([]);
    expect(JSON.stringify(transcript.all())).not.toContain("CANARY");
  });

  it("that are others are not followed on the same origin either", async () => {
    let count = 0;
    const { send } = await serve((_, response) => {
      count++;
      response.writeHead(302, { Location: "/elsewhere" }).end();
    });
    expect(await send(post(1))).toMatchObject({ outcome: "no-response", status: 302 });
    expect(count).toBe(1);
  });

  it("that go in a circle, nowhere, or to nonsense come to an end", async () => {
    let count = 0;
    const circle = await serve((_, response) => {
      count++;
      response.writeHead(307, { Location: "/mcp" }).end();
    });
    const exchange = await circle.send(post(1));
    expect(withoutPort(exchange.problem)).toMatchInlineSnapshot(
      `"more than 5 redirects, the last one to http://127.0.0.1:PORT/mcp"`,
    );
    expect(count).toBe(6);
    const nowhere = await serve((_, response) => response.writeHead(307).end());
    expect((await nowhere.send(post(1))).problem).toBe("HTTP 307 without a Location");
    const nonsense = await serve((_, response) => response.writeHead(307, { Location: "http://[" }).end());
    expect((await nonsense.send(post(1))).problem).toBe("HTTP 307 to a Location that is no URL");
  });
});
