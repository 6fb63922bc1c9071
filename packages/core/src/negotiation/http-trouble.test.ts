import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { header } from "@mcptest/pack";
import { describe, expect, test } from "vitest";
import type { HttpTarget } from "../wire/types.js";
import { listAll } from "./paging.js";
import { detect, html, legacy, messageOf, modern, run, serve, toClose } from "./testing/detect-http.js";
import { type HttpReply, httpServer } from "./testing/http-server.js";
import { verdict } from "./testing/setup.js";
import { failed } from "./testing/stdio-server.js";

describe("what stops the detection", () => {
  test.each([
    [401, "SERVER_AUTHORIZATION"],
    [403, "SERVER_FORBIDDEN"],
    [429, "SERVER_HTTP_STATUS"],
    [500, "SERVER_HTTP_STATUS"],
    [503, "SERVER_HTTP_STATUS"],
  ])("%i on the probe: %s, whatever the body says, and nothing more is sent", async (status, code) => {
    const { detection, server } = await run({
      "server/discover": { status, ...failed(-32601, "Method not found") },
      initialize: legacy,
    });
    expect(verdict(detection)).toBe(code);
    expect(server.order()).toEqual(["server/discover"]);
    expect(!detection.ok && detection.problem.evidence).toEqual([1]);
  });

  test("on initialize, on the GET of HTTP+SSE, and on tools/list as well", async () => {
    const wall: HttpReply = { status: 401, body: "" };
    const atInitialize = await run({ "server/discover": html, initialize: wall });
    expect([verdict(atInitialize.detection), atInitialize.server.order().at(-1)]).toEqual([
      "SERVER_AUTHORIZATION",
      "initialize",
    ]);
    const atGet = await run({ "*": html, GET: wall });
    expect([verdict(atGet.detection), atGet.server.order().at(-1)]).toEqual(["SERVER_AUTHORIZATION", "GET"]);
    const atTools = await run({ "server/discover": html, initialize: html, "tools/list": wall });
    expect([verdict(atTools.detection), atTools.server.order().at(-1)]).toEqual(["SERVER_AUTHORIZATION", "tools/list"]);
  });

  test("a bare 401 is noted, one that says where to log in is not", async () => {
    const bare = await run({ "server/discover": { status: 401, body: '{"errors":["Unauthorized"]}' } });
    expect(bare.detection.notes).toEqual([
      "the 401 has no WWW-Authenticate header, so a client cannot find out where to log in",
    ]);
    expect(!bare.detection.ok && bare.detection.problem.message).toContain(
      "\n  note: the 401 has no WWW-Authenticate header, so",
    );
    const headers = { "www-authenticate": 'Bearer resource_metadata="https://h.example/.well-known/x"' };
    const full = await run({ "server/discover": { status: 401, headers, body: "" } });
    expect(full.detection.notes).toEqual([]);
  });

  test.each([
    [421, "Invalid Host header", "SERVER_HTTP_STATUS"],
    [403, JSON.stringify(failed(-32000, "Invalid Host: localhost:3000")), "SERVER_FORBIDDEN"],
  ])("%i of a server that guards its host names comes with a hint", async (status, body, code) => {
    const { detection } = await run({ "*": { status, body } });
    expect(verdict(detection)).toBe(code);
    expect(!detection.ok && detection.problem.fix).toBe(
      "Try the other of localhost and 127.0.0.1, or add the host of the URL to the allowed hosts of the server.",
    );
    const other = await run({ "*": { status: 403, body: "Forbidden" } });
    expect(!other.detection.ok && other.detection.problem.fix).toBeUndefined();
  });

  test("a redirect elsewhere is not followed", async () => {
    const other = await serve({ "server/discover": modern });
    const { detection, server } = await run({
      "*": { status: 307, headers: { location: `${other.target.url}?token=t0ken` }, body: "" },
    });
    expect(verdict(detection)).toBe("SERVER_HTTP_STATUS");
    expect(server.received).toHaveLength(1);
    expect(other.received).toHaveLength(0);
    expect(messageOf(detection)).toContain("redirects to another origin");
    expect(messageOf(detection)).not.toContain("t0ken");
  });

  test("a 302 is not followed either, a 308 on the same origin is", async () => {
    const moved = await run({ "*": { status: 302, headers: { location: "/new" }, body: "" } });
    expect(verdict(moved.detection)).toBe("SERVER_HTTP_STATUS");
    const followed = await run({
      "server/discover": ({ path }) =>
        path === "/mcp" ? { status: 308, headers: { location: "/new" }, body: "" } : modern,
    });
    expect(verdict(followed.detection)).toBe("modern 2026-07-28");
  });

  test("a refused connection", async () => {
    const server = await httpServer({});
    await server.close();
    const { detection } = await detect(server.target);
    expect(verdict(detection)).toBe("SERVER_UNREACHABLE");
    expect(messageOf(detection)).toMatchInlineSnapshot(`
      "http://127.0.0.1:PORT/mcp: Connection refused by 127.0.0.1:PORT (ECONNREFUSED).
        server/discover (2026-07-28): connection refused by 127.0.0.1:PORT (ECONNREFUSED)
        limits: first message 20000 ms, later probes 20000 ms, initialize 20000 ms"
    `);
  });

  test("a name that does not exist", async () => {
    const { detection } = await detect({
      kind: "http",
      name: "x",
      url: "http://no-such-host.invalid/mcp",
      headers: [],
    });
    expect(verdict(detection)).toBe("SERVER_UNREACHABLE");
    expect(messageOf(detection)).toContain("no-such-host.invalid");
  });

  test("TLS against a server that does not speak it", async () => {
    const { target } = await serve({});
    const { detection } = await detect({ ...target, url: target.url.replace("http:", "https:") });
    expect(verdict(detection)).toBe("SERVER_TLS");
  });
});

describe("what is no MCP endpoint", () => {
  test("HTML everywhere", async () => {
    const { detection } = await run({ "*": html, GET: { ...html, status: 200 } });
    expect(verdict(detection)).toBe("SERVER_NOT_MCP");
    expect(messageOf(detection)).toMatchInlineSnapshot(`
      "http://127.0.0.1:PORT/mcp: Nothing that came is an MCP answer in any era that was asked for.
        server/discover (2026-07-28): HTTP 404, "text/html", "<!doctype html><h1>Nothing</h1>"
        initialize (2025-11-25): HTTP 404, "text/html", "<!doctype html><h1>Nothing</h1>"
        GET of HTTP+SSE (2024-11-05): HTTP 200, "text/html", "<!doctype html><h1>Nothing</h1>"
        tools/list (2026-07-28): HTTP 404, "text/html", "<!doctype html><h1>Nothing</h1>"
        limits: first message 20000 ms, later probes 20000 ms, initialize 20000 ms"
    `);
  });

  test("a server that answers in no time at all", async () => {
    const { detection } = await run({ "*": { silent: true } }, { firstMs: 200, nextMs: 210, initializeMs: 220 });
    expect(verdict(detection)).toBe("SERVER_TIMEOUT");
    expect(messageOf(detection)).toMatchInlineSnapshot(`
      "http://127.0.0.1:PORT/mcp: The server did not answer within the limits of mcptest in any era that was asked for.
        server/discover (2026-07-28): no answer within 200 ms
        initialize (2025-11-25): no answer within 220 ms
        tools/list (2026-07-28): no answer within 210 ms
        limits: first message 200 ms, later probes 210 ms, initialize 220 ms"
    `);
  });

  test("a body that begins and does not end is as good as none", async () => {
    const slow = { "*": { stream: (write: (text: string) => void) => write("data: {") } };
    const { detection } = await run(slow, { era: "modern", firstMs: 200, nextMs: 210 });
    expect(verdict(detection)).toBe("SERVER_TIMEOUT");
    expect(messageOf(detection)).toMatchInlineSnapshot(`
      "http://127.0.0.1:PORT/mcp: The server did not answer within the limits of mcptest in the modern era.
        server/discover (2026-07-28): HTTP 200, "text/event-stream", "{", no end of it within 200 ms
        tools/list (2026-07-28): HTTP 200, "text/event-stream", "{", no end of it within 210 ms
        limits: first message 200 ms, later probes 210 ms, initialize 20000 ms"
    `);
  });

  test("a stream that ends inside its event, which is no answer then", async () => {
    const cut = { headers: { "content-type": "text/event-stream" }, body: 'data: {"jsonrpc":"2.0"}\n' };
    const { detection } = await run({ "*": cut }, { era: "modern" });
    expect(verdict(detection)).toBe("SERVER_NOT_MCP");
    expect(messageOf(detection)).toContain('"{\\"jsonrpc\\":\\"2.0\\"}", the stream ended inside an event\n');
  });

  test("an answer that is none says why in the first line", async () => {
    const list = JSON.stringify([{ jsonrpc: "2.0", id: 1, ...modern }]);
    const [array] = messageOf((await run({ "*": { body: list } })).detection).split("\n");
    expect(array).toMatch(/in any era that was asked for: a JSON array stands in place of the response\.$/);
    const event = `data: ${JSON.stringify({ jsonrpc: "2.0", id: 1, ...modern })}\n`;
    const stream: HttpReply = { headers: { "content-type": "text/event-stream" }, body: event };
    const [inside] = messageOf((await run({ "*": stream })).detection).split("\n");
    expect(inside).toMatch(/in any era that was asked for: the stream ended inside an event\.$/);
  });

  test("a result beside an error is said to be there", async () => {
    const both = { ...modern, ...failed(-32603, "no") };
    const { detection } = await run({ "*": both });
    expect(messageOf(detection)).toContain(
      'server/discover (2026-07-28): HTTP 200, both a result and an error, error -32603 "no"',
    );
    const listing = await run({
      "server/discover": modern,
      "tools/list": { result: { tools: [] }, ...failed(-1, "no") },
    });
    const found = listing.detection.ok ? await listAll(listing.detection.session, "tools/list", "tools") : undefined;
    expect(found?.problem).toBe('tools/list: both a result and an error, error -1 "no"');
  });

  test("a body in a coding that nobody asked for", async () => {
    const coded = { headers: { "content-type": "application/json", "content-encoding": "gzip" }, body: "\u001f\u008b" };
    const { detection } = await run({ "*": coded }, { era: "modern" });
    expect(verdict(detection)).toBe("SERVER_NOT_MCP");
    expect(messageOf(detection)).toContain(
      'server/discover (2026-07-28): HTTP 200, a body in the coding "gzip", which was not asked for\n',
    );
  });

  test("a server that hangs up on everything", async () => {
    const { detection } = await run({ "*": { cut: true } });
    expect(verdict(detection)).toBe("SERVER_UNREACHABLE");
  });

  test("a server that does not speak HTTP", async () => {
    const server = createServer((socket) => socket.end("220 mail.example ESMTP\r\n")).listen(0, "127.0.0.1");
    await once(server, "listening");
    toClose.push(async () => server.close());
    const { port } = server.address() as AddressInfo;
    const { detection } = await detect({ kind: "http", name: "x", url: `http://127.0.0.1:${port}/`, headers: [] });
    expect(verdict(detection)).toBe("SERVER_NOT_MCP");
  });

  test("no value of the user's headers is shown, even when the server repeats it", async () => {
    const server = await serve({ "*": { status: 400, body: "bad token: s3cr3t-token" } });
    const target: HttpTarget = { ...server.target, headers: [["Authorization", "Bearer s3cr3t-token"]] };
    const { detection } = await detect(target, {}, ["Bearer s3cr3t-token", "s3cr3t-token"]);
    expect(header(server.received[0]!.headers, "Authorization")).toBe("Bearer s3cr3t-token");
    expect(messageOf(detection)).toContain('"bad token: ');
    expect(messageOf(detection)).not.toContain("s3cr3t-token");
  });
});
