import { header } from "@mcptest/pack";
import { describe, expect, test } from "vitest";
import { detect, html, legacy, run, serve, toClose } from "./testing/detect-http.js";
import type { ScriptedHttp } from "./testing/http-server.js";
import { verdict } from "./testing/setup.js";
import { failed, initialized } from "./testing/stdio-server.js";

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

  test("is opened when POST is refused and the stream of a GET names an endpoint", async () => {
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

  test("is opened by an endpoint event that is not the first event of its stream", async () => {
    const server = await oldServer("event: ping\ndata: 1\n\nevent: endpoint\ndata: /messages\n\n");
    const { detection } = await detect(server.target);
    expect(verdict(detection)).toBe("legacy 2024-11-05");
  });

  test("other events alone open nothing", async () => {
    const server = await oldServer('event: message\ndata: {"jsonrpc":"2.0","method":"x"}\n\n');
    const { detection } = await detect(server.target, { nextMs: 1_000 });
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
    await expect(verdict(detection)).toBe(code);
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
