import type { HeaderList } from "@mcptest/pack";
import { afterEach, describe, expect, it } from "vitest";
import { MASK } from "./redact.js";
import {
  connectTo,
  HTTP_TAGS,
  httpServer,
  post,
  rawServer,
  responseText,
  type TestHttpOptions,
} from "./testing/http.js";

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

type Handler = Parameters<typeof httpServer>[0];

async function serve(handle: Handler, options?: TestHttpOptions) {
  const server = await httpServer(handle);
  const connection = await connectTo(server.url, options);
  cleanups.push(server.close, connection.wire.close);
  return { server, ...connection };
}

async function serveRaw(answer: string | Uint8Array, options?: TestHttpOptions) {
  const server = await rawServer((socket) => socket.end(answer));
  const connection = await connectTo(server.url, options);
  cleanups.push(server.close, connection.wire.close);
  return { server, ...connection };
}

/** A raw HTTP response with a body. */
function http(status: string, headers: string[], body: string): string {
  const lines = [`HTTP/1.1 ${status}`, ...headers, `Content-Length: ${Buffer.byteLength(body)}`, "Connection: close"];
  return `${lines.join("\r\n")}\r\n\r\n${body}`;
}

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
      socket.end(http("200 OK", [JSON_TYPE], JSON.stringify({ request }))),
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

describe("what comes back", () => {
  it("is recorded exactly: status, header lines, body", async () => {
    const body = `{ "jsonrpc":"2.0","id":1,"result":{"a":"\\u00e9 é 读取 — ✅\u2028","n":1.0} }\n`;
    const headers = [JSON_TYPE, "X-A: 1", "x-a: 2", "Mcp-Session-Id: s-1"];
    const { send, transcript } = await serveRaw(http("200 OK", headers, body));
    const exchange = await send(post(1));
    expect(exchange).toMatchObject({
      outcome: "answered",
      status: 200,
      endedBy: "server",
      messages: [{ raw: body, byteLength: Buffer.byteLength(body), via: "body" }],
      response: { id: 1, result: { a: "é é 读取 — ✅\u2028", n: 1 } },
    });
    expect(exchange.headers.slice(0, 4)).toEqual([
      ["Content-Type", "application/json"],
      ["X-A", "1"],
      ["x-a", "2"],
      ["Mcp-Session-Id", "s-1"],
    ]);
    const recorded = transcript.get(exchange.number)!;
    expect(recorded.headers).toContainEqual(["Mcp-Session-Id", MASK]);
    expect(recorded.messages).toEqual(exchange.messages);
    expect(recorded.response).toBe(recorded.messages[0]!.json);
  });

  it.each([["application/json; charset=utf-8"], ["Application/JSON"], ["text/plain"]])(
    "is read as a message when its type is %s",
    async (type) => {
      const { send } = await serveRaw(http("200 OK", [`Content-Type: ${type}`], responseText(1)));
      expect(await send(post(1))).toMatchObject({ outcome: "answered", response: { id: 1 } });
    },
  );

  it.each(["400 Bad Request", "404 Not Found", "401 Unauthorized", "500 Internal Server Error", "503 X"])(
    "is read with status %s",
    async (status) => {
      const error = { jsonrpc: "2.0", id: 1, error: { code: -32601, message: "no" } };
      const { send } = await serveRaw(http(status, [JSON_TYPE], JSON.stringify(error)));
      expect(await send(post(1))).toMatchObject({
        outcome: "answered",
        status: Number.parseInt(status, 10),
        response: error,
      });
    },
  );

  it("is no answer when it is a 401 or 403 without one, and its headers are there", async () => {
    const challenge = 'Bearer resource_metadata="https://h/.well-known/oauth-protected-resource/mcp"';
    const { send } = await serveRaw(
      http("401 Unauthorized", [JSON_TYPE, `WWW-Authenticate: ${challenge}`], '{"errors":["Unauthorized"]}'),
    );
    const exchange = await send(post(1));
    expect(exchange).toMatchObject({
      outcome: "no-response",
      status: 401,
      messages: [{ json: { errors: ["Unauthorized"] } }],
    });
    expect(exchange.headers).toContainEqual(["WWW-Authenticate", challenge]);
    expect(exchange.problem).toMatchInlineSnapshot(
      `"HTTP 401 with a message that is not the response to id 1 (application/json)"`,
    );
  });

  it("is no answer when it is HTML", async () => {
    const { send } = await serveRaw(
      http("404 Not Found", ["Content-Type: text/html; charset=utf-8"], "<h1>Not {{found"),
    );
    const exchange = await send(post(1));
    expect(exchange).toMatchObject({ outcome: "no-response", status: 404, messages: [{ raw: "<h1>Not {{found" }] });
    expect(exchange.messages[0]).not.toHaveProperty("json");
    expect(exchange.problem).toMatchInlineSnapshot(
      `"HTTP 404 with a body that is no message (text/html): not JSON: begins with "<h1>Not {{found""`,
    );
  });

  it("is no answer when it is empty", async () => {
    const { send } = await serveRaw("HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    const exchange = await send(post(1));
    expect(exchange).toMatchObject({ outcome: "no-response", status: 202, messages: [] });
    expect(exchange.problem).toMatchInlineSnapshot(`"HTTP 202 with an empty body"`);
    expect(await send(post(undefined))).toMatchObject({ outcome: "answered", status: 202, messages: [] });
  });

  it("accepts a notification by its status, whatever the body, and refuses it likewise", async () => {
    const { send } = await serve((request, response) => {
      const error = JSON.stringify({ jsonrpc: "2.0", error: { code: -32600, message: "no" } });
      if (request.body.includes("bad")) response.writeHead(400, { "Content-Type": "application/json" }).end(error);
      else response.writeHead(200).end("OK");
    });
    const accepted = await send(post(undefined));
    expect(accepted).toMatchObject({ outcome: "answered", status: 200, messages: [{ raw: "OK" }] });
    expect(accepted).not.toHaveProperty("problem");
    const refused = await send(post(undefined, { method: "bad" }));
    expect(refused).toMatchObject({ outcome: "no-response", status: 400, problem: "HTTP 400" });
    expect(refused.messages[0]!.json).toEqual({ jsonrpc: "2.0", error: { code: -32600, message: "no" } });
  });

  it("is not decoded when it is coded, and says so", async () => {
    const { send } = await serveRaw(http("200 OK", [JSON_TYPE, "Content-Encoding: gzip"], responseText(1)));
    const exchange = await send(post(1));
    expect(exchange).toMatchObject({ outcome: "no-response" });
    expect(exchange.messages[0]!.problem).toMatchInlineSnapshot(
      `"not read: content coding gzip, which the request did not ask for"`,
    );
  });

  it("is read with U+FFFD and a remark when it is no UTF-8", async () => {
    const body = Buffer.concat([
      Buffer.from('{"jsonrpc":"2.0","id":1,"result":{"a":"'),
      Buffer.from([0xe9]),
      Buffer.from('"}}'),
    ]);
    const head = Buffer.from(
      `HTTP/1.1 200 OK\r\n${JSON_TYPE}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`,
    );
    const { send } = await serveRaw(Buffer.concat([head, body]));
    expect(await send(post(1))).toMatchObject({
      outcome: "answered",
      messages: [{ byteLength: body.length, problem: "not valid UTF-8" }],
      response: { result: { a: "\ufffd" } },
    });
  });

  it("keeps __proto__ keys as they are, and lets none of them reach a prototype", async () => {
    const raw =
      '{"jsonrpc":"2.0","id":1,"result":{"__proto__":{"polluted":1},"capabilities":{"extensions":{"__proto__":{}}}}}';
    const { send, transcript } = await serveRaw(http("200 OK", [JSON_TYPE], raw));
    const exchange = await send(post(1));
    for (const copy of [exchange, transcript.get(exchange.number)!]) {
      expect(JSON.stringify(copy.response)).toBe(raw);
      expect(Object.getPrototypeOf(copy.response!.result)).toBe(Object.prototype);
    }
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});

describe("answers and ids", () => {
  it.each([
    ["the id as a string", responseText("1")],
    ["the id of another request", responseText(2)],
    ["no id", '{"jsonrpc":"2.0","result":{}}'],
    ["id null", '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"x"}}'],
    ["a request with that id", '{"jsonrpc":"2.0","id":1,"method":"ping"}'],
    ["a string", '"1"'],
    ["null", "null"],
  ])("takes %s for no answer, and keeps it", async (_, raw) => {
    const { send } = await serveRaw(http("200 OK", [JSON_TYPE], raw));
    const exchange = await send(post(1));
    expect(exchange).toMatchObject({ outcome: "no-response", status: 200, messages: [{ raw, json: JSON.parse(raw) }] });
    expect(exchange).not.toHaveProperty("response");
    expect(exchange.problem).toMatch(/^HTTP 200 with a message that is not the response to id 1/);
  });

  it.each([
    ['{"jsonrpc":"2.0","id":1,"result":null}'],
    ['{"jsonrpc":"2.0","id":1,"result":{},"error":null}'],
    ['{"jsonrpc":"2.0","id":1,"error":{"message":"x"}}'],
    ['{"jsonrpc":"2.0","id":1,"error":{"code":"-32602","message":"x"}}'],
    ['{"jsonrpc":"2.0","id":1}'],
    ['{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":"x"}}'],
    ['{"id":1,"result":[]}'],
  ])("takes %s for the answer and judges nothing", async (raw) => {
    const { send } = await serveRaw(http("200 OK", [JSON_TYPE], raw));
    const exchange = await send(post(1));
    expect(exchange).toMatchObject({ outcome: "answered", messages: [{ raw }] });
    expect(JSON.stringify(exchange.response)).toBe(raw);
  });

  it("takes an array around the answer for none, and says so", async () => {
    const raw = '[{"jsonrpc":"2.0","id":1,"result":{},"error":null}]';
    const { send } = await serveRaw(http("200 OK", [JSON_TYPE], raw));
    const exchange = await send(post(1));
    expect(exchange).toMatchObject({ outcome: "no-response", messages: [{ raw, json: JSON.parse(raw) }] });
    expect(exchange.problem).toMatchInlineSnapshot(
      `"HTTP 200 with a JSON array in place of the response to id 1 (application/json)"`,
    );
  });

  it("awaits any id that a request may carry, right or wrong", async () => {
    const { send } = await serve((request, response) => {
      response.setHeader("Content-Type", "application/json");
      response.end(JSON.stringify({ jsonrpc: "2.0", id: JSON.parse(request.body).id, result: {} }));
    });
    for (const id of ["a", 0, 1.5, null, ["x"], { a: 1 }]) {
      expect(await send(post(id))).toMatchObject({ id, outcome: "answered", response: { id } });
    }
  });

  it("never gives one request the answer of another", async () => {
    const waiting: [id: number, answer: (id: number) => void][] = [];
    const { send } = await serve((request, response) => {
      waiting.push([JSON.parse(request.body).id, (id) => response.end(responseText(id))]);
      // The answers come crossed: each under the other request's connection.
      if (waiting.length === 2) for (const [at, [, answer]] of waiting.entries()) answer(waiting[1 - at]![0]);
    });
    const exchanges = await Promise.all([send(post(1)), send(post(2))]);
    for (const exchange of exchanges) expect(exchange.outcome).toBe("no-response");
  });
});
