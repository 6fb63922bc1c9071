import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { isTlsCause } from "./http-failure.js";
import {
  cleanUp,
  cleanups,
  connectHere,
  post,
  rawServer,
  responseText,
  serve,
  serveRaw,
  type TestRequest,
  withoutPort,
} from "./testing/http.js";
import { fixture } from "./testing/processes.js";

afterEach(cleanUp);

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
