import { createServer } from "node:http";
import {
  MCPTasksConformanceTest,
  renderConformanceReportJson,
  renderConformanceReportJUnitXml,
  toConformanceReport,
} from "@mcptest/sdk";
import { startHttpServer, stdioCommand } from "@mcptest/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BASELINE } from "./testing/baseline.js";
import { onLoopback } from "./testing/loopback.js";
import { JOB_MS } from "./testing/run-tasks.js";

let server: Awaited<ReturnType<typeof startHttpServer>>;
beforeAll(async () => {
  server = await startHttpServer({ jobMs: JOB_MS });
});
afterAll(() => server.close());

describe("MCPTasksConformanceTest", () => {
  it("gives the published result for a server behind a URL", async () => {
    const result = await new MCPTasksConformanceTest({ url: server.url, toolName: "job", timeout: 30_000 }).run();
    expect(result).toMatchObject({
      passed: true,
      outcome: "passed",
      target: server.url,
      summary: "8/8 checks passed, 0 failed, 0 could not run, 0 not applicable",
      durationMs: expect.any(Number),
      discovery: {
        wire: "extension",
        protocolVersion: "2026-07-28",
        toolCount: 10,
        taskCapableToolCount: 0,
        probedTool: "job",
        createdTaskId: expect.any(String),
      },
    });
    expect(result).not.toHaveProperty("incompleteReason");
    expect(result.checks.map(({ id }) => id)).toEqual(BASELINE);
    expect(Object.keys(result.categorySummary)).toEqual(["dispatch", "creation", "lifecycle"]);
    expect(result.categorySummary.lifecycle).toEqual({ total: 4, passed: 4, failed: 0, skipped: 0, couldNotRun: 0 });
    for (const check of result.checks)
      expect(check).toMatchObject({
        category: expect.any(String),
        title: expect.any(String),
        description: expect.any(String),
        status: "passed",
        durationMs: expect.any(Number),
      });
  });

  it("gives advice in the names of its own properties", async () => {
    const result = await new MCPTasksConformanceTest({ url: server.url }).run();
    expect(result.incompleteReason).toContain(
      "name one with toolName, or permit trying read-only tools with discoverTools",
    );
    const closed = createServer((_, response) => response.writeHead(401).end());
    const { url, close } = await onLoopback(closed);
    const refused = await new MCPTasksConformanceTest({ url }).run().finally(close);
    expect(refused.incompleteReason).toContain("fix: Give them with headers, requestInit.headers or accessToken.");
    expect(JSON.stringify([result, refused])).not.toMatch(/ --[a-z]/);
    const nothing = new MCPTasksConformanceTest({ url: server.url, checkIds: [] }).run();
    await expect(nothing).rejects.toMatchObject({ code: "NOTHING_SELECTED", fix: "Widen checkIds." });
  });

  it("picks a tool by itself on 2025-11-25 only", async () => {
    const legacy = await new MCPTasksConformanceTest({ url: server.url, protocolVersion: "2025-11-25" }).run();
    expect(legacy).toMatchObject({
      passed: true,
      summary: "5/8 checks passed, 0 failed, 0 could not run, 3 not applicable",
      discovery: { wire: "legacy", taskCapableToolCount: 8, probedTool: "must_task" },
    });
    const modern = await new MCPTasksConformanceTest({ url: server.url }).run();
    expect(modern).toMatchObject({
      passed: false,
      outcome: "incomplete",
      summary: "2/8 checks passed, 0 failed, 6 could not run, 0 not applicable",
      incompleteReason: expect.stringContaining("6 of 8 checks did not run: no tool was named"),
    });
    const open = modern.checks.find(({ id }) => id === "tasks-ttl-shape");
    expect(open).toMatchObject({ status: "skipped", skipReason: "could-not-run" });
  });

  it("finds a tool that makes tasks when it may try", async () => {
    const result = await new MCPTasksConformanceTest({ url: server.url, discoverTools: true }).run();
    expect(result).toMatchObject({ passed: true, discovery: { probedTool: "job" } });
  });

  it("starts a stdio server", async () => {
    const { command, args, env } = stdioCommand({ jobMs: JOB_MS });
    const test = new MCPTasksConformanceTest({
      command,
      args,
      env,
      toolName: "job",
      toolArguments: { durationMs: 60 },
    });
    expect(await test.run()).toMatchObject({
      passed: true,
      summary: "7/8 checks passed, 0 failed, 0 could not run, 1 not applicable",
    });
  });

  it("runs the checks that are named", async () => {
    const checkIds = ["tasks-wire-resolvable", "tasks-ttl-shape"];
    const result = await new MCPTasksConformanceTest({ url: server.url, toolName: "job", checkIds }).run();
    expect(result.checks.map(({ id }) => id)).toEqual(checkIds);
    expect(result.summary).toBe("2/2 checks passed, 0 failed, 0 could not run, 0 not applicable");
  });

  it("rejects for what is wrong with the configuration", async () => {
    const run = (config: object) => new MCPTasksConformanceTest({ url: server.url, ...config }).run();
    await expect(run({ checkIds: ["tasks-tll-shape"] })).rejects.toMatchObject({
      code: "CHECK_UNKNOWN",
      message: expect.stringContaining('Did you mean "tasks-ttl-shape"?'),
    });
    await expect(run({ roles: { tusk: { tool: "job" } } })).rejects.toMatchObject({
      code: "PACK_OPTIONS",
      message: expect.stringContaining('roles: unknown key "tusk"'),
    });
    await expect(run({ profile: "quick" })).rejects.toMatchObject({ code: "PROFILE_UNKNOWN" });
  });

  it("tells of a wire that is not there", async () => {
    const bare = await startHttpServer({ jobMs: JOB_MS, faults: ["not-advertised"] });
    const result = await new MCPTasksConformanceTest({ url: bare.url }).run().finally(() => bare.close());
    expect(result).toMatchObject({
      outcome: "incomplete",
      discovery: { wire: "none" },
      summary: "0/8 checks passed, 0 failed, 1 could not run, 7 not applicable",
    });
  });

  it("gives a result for a server that is not there", async () => {
    const gone = await startHttpServer();
    await gone.close();
    const result = await new MCPTasksConformanceTest({ url: gone.url, toolName: "job" }).run();
    expect(result).toMatchObject({ passed: false, outcome: "incomplete", discovery: { wire: "none", toolCount: 0 } });
    expect(result.checks.map(({ id }) => id)).toEqual(BASELINE);
    expect(new Set(result.checks.map(({ skipReason, origin }) => `${skipReason} ${origin}`))).toEqual(
      new Set(["could-not-run environment"]),
    );
  });

  it("sends the access token, and shows it nowhere", async () => {
    const accessToken = "secret-token-1234567890";
    const result = await new MCPTasksConformanceTest({ url: server.url, toolName: "job", accessToken }).run();
    const last = server.requests.at(-1);
    expect(last?.headers).toContainEqual(["Authorization", `Bearer ${accessToken}`]);
    expect(JSON.stringify(result)).not.toContain(accessToken);
  });

  it("goes into the reports for CI", async () => {
    const result = await new MCPTasksConformanceTest({ url: server.url, toolName: "job" }).run();
    const report = toConformanceReport(result);
    expect(report).toMatchObject({ kind: "tasks-conformance", passed: true });
    expect(renderConformanceReportJUnitXml(report)).toContain('tests="8"');
    expect(renderConformanceReportJson(report)).toMatchObject({ passed: true });
  });
});
