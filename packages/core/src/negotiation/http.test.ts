import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { header } from "@mcptest/pack";
import { afterEach, describe, expect, test } from "vitest";
import type { HttpTarget } from "../wire/types.js";
import { negotiate } from "./negotiate.js";
import { type HttpReply, httpServer, type ScriptedHttp } from "./testing/http-server.js";
import { options, wireOptions } from "./testing/setup.js";
import { discovery, failed, initialized } from "./testing/stdio-server.js";
import type { Detection, NegotiationOptions } from "./types.js";

const toClose: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close();
});

async function serve(replies: Parameters<typeof httpServer>[0]): Promise<ScriptedHttp> {
  const server = await httpServer(replies);
  toClose.push(server.close);
  return server;
}

/** Negotiates with a scripted server. */
async function run(replies: Parameters<typeof httpServer>[0], changes: Partial<NegotiationOptions> = {}) {
  const server = await serve(replies);
  return { server, ...(await detect(server.target, changes)) };
}

async function detect(target: HttpTarget, changes: Partial<NegotiationOptions> = {}, secrets: string[] = []) {
  const wire = wireOptions(secrets);
  const detection = await negotiate(target, wire, options(changes));
  if (detection.ok) toClose.push(detection.session.close);
  return { wire, detection };
}

function verdict(detection: Detection): string {
  if (!detection.ok) return detection.problem.code;
  const { era, protocolVersion } = detection.session.negotiated;
  return `${era} ${protocolVersion}`;
}

/** The message with the port taken out. */
function messageOf(detection: Detection): string {
  return detection.ok ? "" : detection.problem.message.replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:PORT");
}

const modern = discovery(["2026-07-28"]);
const legacy = initialized("2025-11-25");
const html: HttpReply = {
  status: 404,
  headers: { "content-type": "text/html" },
  body: "<!doctype html><h1>Nothing</h1>",
};

describe("the probe decides", () => {
  test("a DiscoverResult opens a modern session, asked for with every modern header", async () => {
    const { detection, server } = await run({ "server/discover": modern });
    expect(verdict(detection)).toBe("modern 2026-07-28");
    expect(detection.ok && detection.session.lane).toBe("http-modern-2026-07-28");
    expect(server.order()).toEqual(["server/discover"]);
    const { headers } = server.received[0]!;
    expect(header(headers, "MCP-Protocol-Version")).toBe("2026-07-28");
    expect(header(headers, "Mcp-Method")).toBe("server/discover");
    expect(header(headers, "Mcp-Name")).toBeUndefined();
    expect(header(headers, "Accept")).toBe("application/json, text/event-stream");
  });

  test("the answer may come on an SSE stream, after other messages", async () => {
    const event = 'data: {"jsonrpc":"2.0","method":"notifications/message","params":{}}';
    const { detection } = await run({ "server/discover": { ...modern, sse: [": hello", "", event, ""] } });
    expect(verdict(detection)).toBe("modern 2026-07-28");
  });

  test("the JSON body is the answer whatever its id and status", async () => {
    expect(verdict((await run({ "server/discover": { ...modern, id: "1" } })).detection)).toBe("modern 2026-07-28");
    const refused = await run({ "server/discover": { status: 418, ...failed(-32021, "no"), id: null } });
    expect(verdict(refused.detection)).toBe("SERVER_DISCOVERY_REFUSED");
  });

  test.each([
    ["400 and -32601", { status: 400, ...failed(-32601, "x") }],
    ["404 and -32601, which a modern server would not say of server/discover", { status: 404, ...failed(-32601, "x") }],
    ["400 and -32602", { status: 400, ...failed(-32602, "initialize first") }],
    ["400 and -32000", { status: 400, ...failed(-32000, "Server not initialized") }],
    ["400 and an error that is text", { status: 400, body: '{"error":"nope"}' }],
    ["200 and an error", failed(-32601, "x")],
    ["200 without supportedVersions", { result: {} }],
    ["200 and supportedVersions that are text", discovery("2026-07-28")],
    ["202 without a body", { status: 202 }],
    ["404 and HTML", html],
    ["406", { status: 406, body: "" }],
    ["a cut connection", { cut: true }],
  ] as [string, HttpReply][])("%s leads to initialize", async (_, reply) => {
    const { detection, server } = await run({ "server/discover": reply, initialize: legacy });
    expect(verdict(detection)).toBe("legacy 2025-11-25");
    expect(server.order()).toEqual(["server/discover", "initialize", "notifications/initialized"]);
    expect(detection.notes.join()).toContain("legacy (server/discover: ");
  });

  test("no answer within the limit leads to initialize", async () => {
    const { detection } = await run({ "server/discover": { silent: true }, initialize: legacy }, { firstMs: 300 });
    expect(verdict(detection)).toBe("legacy 2025-11-25");
    expect(detection.notes).toEqual(["legacy (server/discover: no answer within 300 ms)"]);
  });
});

describe("recognized modern errors", () => {
  test.each([
    [-32020, undefined, "they are lost on the way"],
    [-32021, { requiredCapabilities: {} }, "declares no capability"],
    [-32022, { supported: ["2026-07-28"], requested: "2026-07-28" }, "each version that data.supported lists"],
  ])("%i with data %j is a refusal, and initialize is never sent", async (code, data, fix) => {
    const { detection, server } = await run({
      "server/discover": { status: 400, ...failed(code, "no", data) },
      initialize: legacy,
    });
    expect(verdict(detection)).toBe("SERVER_DISCOVERY_REFUSED");
    expect(server.order()).toEqual(["server/discover"]);
    expect(!detection.ok && detection.problem.fix).toContain(fix);
  });

  test("-32022 that lists a legacy version leads to initialize with it", async () => {
    const { detection, server } = await run({
      "server/discover": { status: 400, ...failed(-32022, "no", { supported: ["2025-06-18"] }) },
      initialize: initialized("2025-06-18"),
    });
    expect(verdict(detection)).toBe("legacy 2025-06-18");
    expect(JSON.parse(server.received[1]!.body).params.protocolVersion).toBe("2025-06-18");
  });

  test("then a declined handshake is no common version, and neither GET nor tools/list follows", async () => {
    const { detection, server } = await run({
      "server/discover": { status: 400, ...failed(-32022, "no", { supported: ["2025-06-18"] }) },
      initialize: { status: 400, ...failed(-32600, "no") },
    });
    expect(verdict(detection)).toBe("SERVER_NO_COMMON_VERSION");
    expect(server.order()).toEqual(["server/discover", "initialize"]);
  });

  test.each([[{ supported: ["2099-01-01"] }], [{ supported: "2025-11-25" }], [undefined]])(
    "-32022 with data %j is no common version",
    async (data) => {
      const { detection, server } = await run({
        "server/discover": { status: 400, ...failed(-32022, "no", data) },
        initialize: legacy,
      });
      expect(verdict(detection)).toBe("SERVER_NO_COMMON_VERSION");
      expect(server.order()).toEqual(["server/discover"]);
    },
  );

  test("when only the modern era is asked for, a listed legacy version does not help", async () => {
    const { detection, server } = await run(
      { "server/discover": discovery(["2025-11-25"]), initialize: legacy },
      { era: "modern" },
    );
    expect(verdict(detection)).toBe("SERVER_NO_COMMON_VERSION");
    expect(server.order()).toEqual(["server/discover"]);
  });
});

describe("the handshake", () => {
  test("initialize has neither version nor session; what follows has both", async () => {
    const { detection, server } = await run({
      initialize: { ...legacy, headers: { "MCP-Session-Id": "abc" } },
      "tools/list": { result: { tools: [] } },
      DELETE: { status: 204 },
    });
    expect(verdict(detection)).toBe("legacy 2025-11-25");
    if (!detection.ok) return;
    await detection.session.request({ method: "tools/list" });
    await detection.session.close();
    const seen = server.received
      .slice(1)
      .map(({ headers, method, httpMethod }) => [
        method ?? httpMethod,
        header(headers, "MCP-Protocol-Version"),
        header(headers, "Mcp-Session-Id"),
        header(headers, "Mcp-Method"),
      ]);
    expect(seen).toEqual([
      ["initialize", undefined, undefined, undefined],
      ["notifications/initialized", "2025-11-25", "abc", undefined],
      ["tools/list", "2025-11-25", "abc", undefined],
      ["DELETE", "2025-11-25", "abc", undefined],
    ]);
  });

  test("without a session id, closing sends nothing", async () => {
    const { detection, server } = await run({ initialize: legacy }, { era: "legacy" });
    if (detection.ok) await detection.session.close();
    expect(server.order()).toEqual(["initialize", "notifications/initialized"]);
  });

  test("a refusal that names other versions is followed once, with the newest", async () => {
    const { detection, server } = await run(
      {
        initialize: ({ body }) =>
          JSON.parse(body).params.protocolVersion === "2025-03-26"
            ? initialized("2025-03-26")
            : { status: 400, ...failed(-32602, "no", { supported: ["2024-11-05", "2025-03-26"] }) },
      },
      { era: "legacy" },
    );
    expect(verdict(detection)).toBe("legacy 2025-03-26");
    expect(server.order()).toEqual(["initialize", "initialize", "notifications/initialized"]);
  });
});

describe("HTTP+SSE of 2024-11-05", () => {
  /** The old transport: the stream of the GET carries the answers to what is posted to /messages. */
  async function oldServer(first = "event: endpoint\ndata: /messages?session=7\n\n"): Promise<ScriptedHttp> {
    let say: (text: string) => void = () => {};
    const server = await serve({
      "*": (request) => {
        if (!request.path.startsWith("/messages")) return { status: 405, body: "" };
        const { id, method } = JSON.parse(request.body);
        const answer = method === "initialize" ? initialized("2024-11-05") : { result: { tools: [] } };
        if (id !== undefined) say(`event: message\ndata: ${JSON.stringify({ jsonrpc: "2.0", id, ...answer })}\n\n`);
        return { status: 202, body: "" };
      },
      GET: {
        stream(write) {
          say = write;
          write(first);
        },
      },
    });
    return server;
  }

  test("is opened when POST is refused and the first event is an endpoint", async () => {
    const server = await oldServer();
    const { detection } = await detect(server.target);
    expect(verdict(detection)).toBe("legacy 2024-11-05");
    expect(detection.notes).toContain("speaks over HTTP+SSE of 2024-11-05, a deprecated transport");
    expect(server.order()).toEqual(["server/discover", "initialize", "GET", "initialize", "notifications/initialized"]);
    expect(JSON.parse(server.received[3]!.body).params.protocolVersion).toBe("2024-11-05");
    expect(detection.ok && (await detection.session.request({ method: "tools/list" })).response).toMatchObject({
      result: { tools: [] },
    });
  });

  test("another connection needs only the GET and the handshake", async () => {
    const server = await oldServer();
    const { detection } = await detect(server.target);
    if (!detection.ok) throw new Error(detection.problem.message);
    const before = server.received.length;
    const second = await detection.session.another();
    toClose.push(second.close);
    expect(server.order().slice(before)).toEqual(["GET", "initialize", "notifications/initialized"]);
    expect(second.negotiated.protocolVersion).toBe("2024-11-05");
  });

  test("another first event opens nothing", async () => {
    const server = await oldServer('event: message\ndata: {"jsonrpc":"2.0","method":"x"}\n\n');
    const { detection } = await detect(server.target);
    expect(verdict(detection)).toBe("SERVER_NOT_MCP");
    expect(server.order()).toEqual(["server/discover", "initialize", "GET", "tools/list"]);
  });

  test.each([
    ["2xx answers", { status: 200, ...failed(-32601, "no") }],
    ["a modern error", { status: 400, ...failed(-32020, "no") }],
    ["404 with -32601, which marks a modern server", { status: 404, ...failed(-32601, "no") }],
  ])("%s to initialize do not lead there", async (_, reply) => {
    const { server } = await run({ "server/discover": html, initialize: reply, "tools/list": html });
    expect(server.order()).toEqual(["server/discover", "initialize", "tools/list"]);
  });

  test("nor does a protocol version that excludes it", async () => {
    const { server } = await run({ "*": html }, { protocolVersion: "2025-11-25" });
    expect(server.order()).toEqual(["initialize"]);
  });
});

describe("modern without server/discover", () => {
  const none = { "server/discover": html, initialize: html };

  test.each([
    ["a result with a resultType", { result: { resultType: "complete", tools: [] } }],
    [
      "404 with -32601: tools/list is unknown to a modern server without tools",
      { status: 404, ...failed(-32601, "no") },
    ],
    ["-32021", { status: 400, ...failed(-32021, "no") }],
    ["-32020", { status: 400, ...failed(-32020, "no") }],
  ])("%s proves it", async (_, reply) => {
    const { detection, server } = await run({ ...none, "tools/list": reply });
    expect(verdict(detection)).toBe("modern 2026-07-28");
    expect(detection.ok && detection.session.negotiated).toMatchObject({ discovered: false, capabilities: {} });
    expect(server.order()).toEqual(["server/discover", "initialize", "GET", "tools/list"]);
  });

  test.each([
    ["a result without one", { result: { tools: [] } }, "SERVER_NOT_MCP"],
    ["200 with -32601", failed(-32601, "no"), "SERVER_NOT_MCP"],
    [
      "-32022 without our version",
      { status: 400, ...failed(-32022, "no", { supported: ["2099-01-01"] }) },
      "SERVER_NO_COMMON_VERSION",
    ],
    [
      "-32022 with it",
      { status: 400, ...failed(-32022, "no", { supported: ["2026-07-28"] }) },
      "SERVER_DISCOVERY_REFUSED",
    ],
  ])("%s does not", async (_, reply, code) => {
    const { detection } = await run({ ...none, "tools/list": reply });
    expect(verdict(detection)).toBe(code);
  });
});

describe("what stops the detection", () => {
  test.each([
    [401, "SERVER_AUTHORIZATION"],
    [403, "SERVER_AUTHORIZATION"],
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
    [403, JSON.stringify(failed(-32000, "Invalid Host: localhost:3000")), "SERVER_AUTHORIZATION"],
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

describe("what is asked for", () => {
  test("the legacy era alone sends no probe and no tools/list", async () => {
    const { detection, server } = await run({ "*": html }, { era: "legacy" });
    expect(verdict(detection)).toBe("SERVER_NOT_MCP");
    expect(server.order()).toEqual(["initialize", "GET"]);
  });

  test("the modern era alone sends no initialize and no GET", async () => {
    const { server } = await run({ "*": html }, { era: "modern" });
    expect(server.order()).toEqual(["server/discover", "tools/list"]);
  });

  test("2024-11-05 alone is asked for by POST first", async () => {
    const { detection, server } = await run(
      { initialize: initialized("2024-11-05") },
      { protocolVersion: "2024-11-05" },
    );
    expect(verdict(detection)).toBe("legacy 2024-11-05");
    expect(server.order()).toEqual(["initialize", "notifications/initialized"]);
    expect(header(server.received[1]!.headers, "MCP-Protocol-Version")).toBeUndefined();
  });
});
