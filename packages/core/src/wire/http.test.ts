import type { HeaderList } from "@mcptest/pack";
import { afterEach, describe, expect, it } from "vitest";
import { MASK } from "./redact.js";
import {
  cleanUp,
  cleanups,
  connectTo,
  HTTP_TAGS,
  httpServer,
  post,
  rawResponse,
  rawServer,
  responseText,
  serve,
} from "./testing/http.js";

afterEach(cleanUp);

const JSON_TYPE = "Content-Type: application/json";

describe("what goes out", () => {
  it("keeps order, case and duplicates of headers, sends the body byte for byte, and adds only what HTTP needs", async () => {
    const seen: { headers: HeaderList; body: string; method: string }[] = [];
    const { server, send } = await serve(
      (request, response) => {
        seen.push(request);
        response.end(responseText(1));
      },
      {
        headers: [
          ["X-Key", "one-secret"],
          ["x-key", "two-secret"],
        ],
      },
    );
    const body = '{"jsonrpc":"2.0", "id":1,"method":"é\u2028","params":{"uri":"x://H/a/../b"}}';
    const exchange = await send(
      post(1, {
        body,
        headers: [
          ["mCP-protocol-VERSION", "  1900-01-01"],
          ["A", "1"],
          ["a", "2"],
          ["Mcp-Name", ""],
          ["X-Byte", "s\u00e9ance"],
        ],
      }),
    );
    const host = new URL(server.url).host;
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({ method: "POST", body });
    expect(seen[0]!.headers).toEqual([
      ["Host", host],
      ["mCP-protocol-VERSION", "1900-01-01"],
      ["A", "1"],
      ["a", "2"],
      ["Mcp-Name", ""],
      ["X-Byte", "s\u00e9ance"],
      ["X-Key", "one-secret"],
      ["x-key", "two-secret"],
      ["Content-Length", String(Buffer.byteLength(body))],
      ["Connection", "keep-alive"],
    ]);
    expect(exchange.request).toMatchObject({ body, byteLength: Buffer.byteLength(body) });
    expect(exchange.request!.headers).toContainEqual(["X-Key", MASK]);
    expect(exchange.request!.headers).toContainEqual(["x-key", MASK]);
    expect(JSON.stringify(exchange)).not.toContain("-secret");
  });

  it("lets a message replace headers of the target, Host and Content-Length included", async () => {
    const server = await rawServer((socket, request) =>
      socket.end(rawResponse("200 OK", [JSON_TYPE], JSON.stringify({ request }))),
    );
    const { wire, send } = await connectTo(server.url, { headers: [["Accept", "text/html"]] });
    cleanups.push(server.close, wire.close);
    const exchange = await send(
      post(undefined, {
        body: "{}",
        headers: [
          ["HOST", "evil.invalid"],
          ["accept", "application/json"],
          ["content-length", "2"],
        ],
      }),
    );
    const { request } = exchange.messages[0]!.json as { request: string };
    expect(request.split("\r\n").slice(1)).toEqual([
      "HOST: evil.invalid",
      "accept: application/json",
      "content-length: 2",
      "Connection: keep-alive",
      "",
      "{}",
    ]);
  });

  it("sends GET and DELETE without a body", async () => {
    const seen: string[] = [];
    const { send } = await serve((request, response) => {
      seen.push(`${request.method} ${request.url} ${request.body} ${request.headers.map(([name]) => name).join(",")}`);
      response.writeHead(405).end();
    });
    for (const httpMethod of ["GET", "DELETE"] as const) {
      const exchange = await send({ body: "", httpMethod, headers: [], timeoutMs: 20_000, tags: HTTP_TAGS });
      expect(exchange).toMatchObject({ outcome: "no-response", status: 405, problem: "HTTP 405" });
    }
    expect(seen).toEqual(["GET /mcp  Host,Connection", "DELETE /mcp  Host,Connection"]);
  });

  it("turns credentials in the URL into a header and keeps the query", async () => {
    const seen: unknown[] = [];
    const server = await httpServer((request, response) => {
      seen.push([request.url, request.headers.find(([name]) => name === "Authorization")?.[1]]);
      response.end(responseText(1));
    });
    const url = server.url.replace("//", "//us%20er:p%40ss-word@").replace("/mcp", "/a%2Fb/mcp?x=%2f&y=1#f");
    const { wire, send, transcript } = await connectTo(url);
    cleanups.push(server.close, wire.close);
    await send(post(1));
    expect(seen).toEqual([["/a%2Fb/mcp?x=%2f&y=1", `Basic ${Buffer.from("us er:p@ss-word").toString("base64")}`]]);
    expect(JSON.stringify(transcript.all())).not.toMatch(/p@ss|p%40ss/);
  });

  it("uses one connection again and again, and another one when asked to", async () => {
    const ports: number[] = [];
    const { send } = await serve((request, response) => {
      ports.push(request.port);
      response.setHeader("Content-Type", "application/json").end(responseText(1));
    });
    await send(post(1));
    await send(post(1));
    await send(post(1, { freshSocket: true }));
    await send(post(1));
    expect(ports).toHaveLength(4);
    expect([ports[1], ports[3]]).toEqual([ports[0], ports[0]]);
    expect(ports[2]).not.toBe(ports[0]);
  });

  it("sends and records what a tamper hook makes of a message", async () => {
    const seen: string[] = [];
    const { send, transcript } = await serve(
      (request, response) => {
        seen.push(request.body);
        response.end(responseText(7));
      },
      { tamper: (message) => ({ ...message, body: "tampered", id: 7 }) },
    );
    const exchange = await send(post(1));
    expect(seen).toEqual(["tampered"]);
    expect(exchange).toMatchObject({ id: 7, outcome: "answered", request: { body: "tampered" } });
    expect(transcript.get(exchange.number)).toMatchObject({ id: 7, request: { body: "tampered" } });
  });

  it("says that a header that cannot stand in HTTP was not sent", async () => {
    const { send } = await serve((_, response) => response.end());
    const exchange = await send(post(1, { headers: [["Mcp-Name", "a\r\nb"]] }));
    expect(exchange).toMatchObject({ outcome: "unreachable", cause: "ERR_INVALID_CHAR" });
    expect((await send(post(1, { headers: [["Mcp Name", "a"]] }))).cause).toBe("ERR_INVALID_HTTP_TOKEN");
  });
});
