import { header } from "@mcptest/pack";
import { describe, expect, test } from "vitest";
import { html, legacy, modern, run } from "./testing/detect-http.js";
import type { HttpReply } from "./testing/http-server.js";
import { verdict } from "./testing/setup.js";
import { discovery, failed, initialized } from "./testing/stdio-server.js";

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
    expect(server.order()).toEqual(["server/discover", ...(code === -32022 ? ["tools/list"] : [])]);
    expect(!detection.ok && detection.problem.fix).toContain(fix);
  });

  test("-32022 that lists the version it refuses opens where tools/list is served with that version", async () => {
    const { detection, server } = await run({
      "server/discover": { status: 400, ...failed(-32022, "no", { supported: ["2026-07-28"] }) },
      "tools/list": { result: { resultType: "complete", tools: [] } },
    });
    expect(verdict(detection)).toBe("modern 2026-07-28");
    expect(server.order()).toEqual(["server/discover", "tools/list"]);
    expect(detection.notes).toEqual([
      "server/discover refuses 2026-07-28, which it lists as supported; tools/list is served with it",
      "modern without server/discover: the capabilities of the server are unknown",
    ]);
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
