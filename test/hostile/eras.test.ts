import type { PackResult } from "@mcptest/core/report";
import type { JsonObject } from "@mcptest/pack";
import { describe, expect, test } from "vitest";
import { httpServer, reply } from "../e2e/testing/http-server.js";
import { mcptest } from "../e2e/testing/mcptest.js";

const TASKS = "io.modelcontextprotocol/tasks";
const NOT_FOUND: JsonObject = { code: -32601, message: "Method not found" };

/** A legacy server with tools and nothing else, that answers `server/discover` with this error and status. */
function legacyServer(error: JsonObject, status: number, asked: string[] = []): Promise<string> {
  return httpServer((_request, response, { id, method }) => {
    asked.push(String(method));
    if (id === undefined) return void response.writeHead(202).end();
    const answered = { jsonrpc: "2.0", id };
    const capabilities = { tools: {} };
    const serverInfo = { name: "old", version: "1.0.0" };
    if (method === "initialize")
      reply(response, 200, { ...answered, result: { protocolVersion: "2025-06-18", capabilities, serverInfo } });
    else if (method === "tools/list") reply(response, 200, { ...answered, result: { tools: [] } });
    else if (method === "server/discover") reply(response, status, { ...answered, error });
    else reply(response, 200, { ...answered, error: NOT_FOUND });
  });
}

const run = async (url: string, ...flags: string[]) => {
  const { code, stdout } = await mcptest(["run", url, "--pack", "@mcptest/pack-tasks", "--format", "json", ...flags]);
  return { code, report: JSON.parse(stdout) };
};

describe("a legacy server is no bad modern one (N03, N04)", () => {
  test.each([
    [NOT_FOUND, 200],
    [NOT_FOUND, 404],
    [{ code: -32602, message: "initialize first" }, 200],
    [{ code: -32000, message: "Server not initialized" }, 400],
    [{ code: "nope", message: 7 }, 400],
  ])(
    "that answers %j with HTTP %i: nothing fails, and with --require exactly one check does",
    async (error, status) => {
      const url = await legacyServer(error as JsonObject, status);
      const without = await run(url);
      expect(without.report.servers[0].lanes).toMatchObject([
        {
          era: "legacy",
          protocolVersion: "2025-06-18",
          notes: [expect.stringMatching(/^legacy \(server\/discover: /)],
        },
      ]);
      expect(without.report.summary).toMatchObject({ total: 0, failed: 0, skippedPacks: 1 });
      expect([without.code, without.report.outcome]).toEqual([3, "incomplete"]);
      const required = await run(url, "--require", TASKS);
      expect(required.report.summary).toMatchObject({ total: 1, failed: 1 });
      expect(required.code).toBe(1);
    },
  );

  test("and no rule of 2026-07-28 is held against it, by any pack that comes along", async () => {
    const { stdout } = await mcptest(["run", await legacyServer(NOT_FOUND, 200), "--format", "json"]);
    const [{ packs, lanes }] = JSON.parse(stdout).servers;
    expect(lanes.map(({ era }: { era: string }) => era)).toEqual(["legacy"]);
    const blaming = (packs as PackResult[])
      .flatMap(({ checks }) => checks)
      .filter(({ status, warnings = [] }) => status === "failed" || warnings.length > 0);
    expect(blaming.filter(({ rule }) => rule.revision === "2026-07-28").map(({ id }) => id)).toEqual([]);
  });

  test("with a text for an error it is one too", async () => {
    const url = await httpServer((_request, response, { id, method }) => {
      const result = { protocolVersion: "2025-11-25", capabilities: {}, serverInfo: { name: "old", version: "1" } };
      if (method === "initialize") reply(response, 200, { jsonrpc: "2.0", id: id ?? null, result });
      else reply(response, id === undefined ? 202 : 400, { error: "nope" });
    });
    const { code, report } = await run(url);
    expect(report.servers[0].lanes).toMatchObject([{ era: "legacy" }]);
    expect([code, report.summary.failed]).toEqual([3, 0]);
  });
});

test.each([-32020, -32021])("%i to server/discover is modern: initialize is never sent (N03)", async (code) => {
  const asked: string[] = [];
  const url = await legacyServer({ code, message: "refused" }, 400, asked);
  const { report, ...ended } = await run(url);
  expect(report.servers[0].problem).toMatchObject({ code: "SERVER_DISCOVERY_REFUSED" });
  expect(asked).toEqual(["server/discover"]);
  expect([ended.code, report.summary.failed]).toEqual([3, 0]);
});

test("what a server says it speaks and what mcptest offers are told apart (N04)", async () => {
  const data = { supported: ["2031-01-01"], requested: "2026-07-28" };
  const url = await legacyServer({ code: -32022, message: "Unsupported", data }, 400);
  const { report } = await run(url);
  expect(report.servers[0].problem.message).toMatch(
    /There is no common version: the server says it supports "2031-01-01"; mcptest offered "2026-07-28", "2025-11-25"/,
  );
  expect(report.servers[0].lanes).toEqual([]);
});

test("a session that is gone is not opened again and again (N05)", async () => {
  const asked: string[] = [];
  const url = await httpServer((_request, response, { id, method }) => {
    asked.push(String(method));
    const capabilities = { tools: {}, tasks: { requests: { tools: { call: {} } } } };
    const result = { protocolVersion: "2025-11-25", capabilities, serverInfo: { name: "forgetful", version: "1" } };
    if (method !== "initialize") return void response.writeHead(404).end();
    response.setHeader("Mcp-Session-Id", "s-1");
    reply(response, 200, { jsonrpc: "2.0", id: id ?? null, result });
  });
  const { code, report } = await run(url, "--era", "legacy", "--options", '{"roles":{"task":{"tool":"job"}}}');
  expect(report.summary.failed).toBe(0);
  expect(code).toBe(3);
  expect(asked.filter((method) => method === "initialize")).toHaveLength(1);
  expect(asked.length).toBeLessThan(20);
});
