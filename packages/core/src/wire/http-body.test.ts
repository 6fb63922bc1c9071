import { afterEach, describe, expect, it } from "vitest";
import { MASK } from "./redact.js";
import { cleanUp, post, rawResponse, responseText, serve, serveRaw } from "./testing/http.js";

afterEach(cleanUp);

const JSON_TYPE = "Content-Type: application/json";

/** A server that answers everything with these bytes. */
function serveBytes(answer: string | Uint8Array) {
  return serveRaw((socket) => socket.end(answer));
}

describe("what comes back", () => {
  it("is recorded exactly: status, header lines, body", async () => {
    const body = `{ "jsonrpc":"2.0","id":1,"result":{"a":"\\u00e9 é 读取 — ✅\u2028","n":1.0} }\n`;
    const headers = [JSON_TYPE, "X-A: 1", "x-a: 2", "Mcp-Session-Id: s-1"];
    const { send, transcript } = await serveBytes(rawResponse("200 OK", headers, body));
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
      const { send } = await serveBytes(rawResponse("200 OK", [`Content-Type: ${type}`], responseText(1)));
      expect(await send(post(1))).toMatchObject({ outcome: "answered", response: { id: 1 } });
    },
  );

  it.each(["400 Bad Request", "404 Not Found", "401 Unauthorized", "500 Internal Server Error", "503 X"])(
    "is read with status %s",
    async (status) => {
      const error = { jsonrpc: "2.0", id: 1, error: { code: -32601, message: "no" } };
      const { send } = await serveBytes(rawResponse(status, [JSON_TYPE], JSON.stringify(error)));
      expect(await send(post(1))).toMatchObject({
        outcome: "answered",
        status: Number.parseInt(status, 10),
        response: error,
      });
    },
  );

  it("is no answer when it is a 401 or 403 without one, and its headers are there", async () => {
    const challenge = 'Bearer resource_metadata="https://h/.well-known/oauth-protected-resource/mcp"';
    const { send } = await serveBytes(
      rawResponse("401 Unauthorized", [JSON_TYPE, `WWW-Authenticate: ${challenge}`], '{"errors":["Unauthorized"]}'),
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
    const { send } = await serveBytes(
      rawResponse("404 Not Found", ["Content-Type: text/html; charset=utf-8"], "<h1>Not {{found"),
    );
    const exchange = await send(post(1));
    expect(exchange).toMatchObject({ outcome: "no-response", status: 404, messages: [{ raw: "<h1>Not {{found" }] });
    expect(exchange.messages[0]).not.toHaveProperty("json");
    expect(exchange.problem).toMatchInlineSnapshot(
      `"HTTP 404 with a body that is no message (text/html): not JSON: begins with "<h1>Not {{found""`,
    );
  });

  it("is no answer when it is empty", async () => {
    const { send } = await serveBytes("HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
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
    const { send } = await serveBytes(rawResponse("200 OK", [JSON_TYPE, "Content-Encoding: gzip"], responseText(1)));
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
    const { send } = await serveBytes(Buffer.concat([head, body]));
    expect(await send(post(1))).toMatchObject({
      outcome: "answered",
      messages: [{ byteLength: body.length, problem: "not valid UTF-8" }],
      response: { result: { a: "\ufffd" } },
    });
  });

  it("keeps __proto__ keys as they are, and lets none of them reach a prototype", async () => {
    const raw =
      '{"jsonrpc":"2.0","id":1,"result":{"__proto__":{"polluted":1},"capabilities":{"extensions":{"__proto__":{}}}}}';
    const { send, transcript } = await serveBytes(rawResponse("200 OK", [JSON_TYPE], raw));
    const exchange = await send(post(1));
    for (const copy of [exchange, transcript.get(exchange.number)!]) {
      expect(JSON.stringify(copy.response)).toBe(raw);
      expect(Object.getPrototypeOf(copy.response!.result)).toBe(Object.prototype);
    }
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});
