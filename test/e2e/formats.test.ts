import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type ConformanceResult,
  renderConformanceReportJson,
  renderConformanceReportJUnitXml,
  toConformanceReport,
} from "@mcptest/sdk";
import { type RunningServer, startHttpServer } from "@mcptest/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emptyFolder, mcptest } from "./testing/mcptest.js";

const folder = emptyFolder();
const options = ["--options", '{"roles": {"task": {"tool": "job"}}}'];
let server: RunningServer;

beforeAll(async () => {
  server = await startHttpServer({ jobMs: 100, faults: ["ttl-string"] });
});
afterAll(() => server.close());

function file(name: string): string {
  return readFileSync(join(folder, name), "utf8");
}

describe("a conformance command", () => {
  test("gives the same bytes as the sdk for the same result, in every format", async () => {
    const reporters = ["junit=a/junit.xml", "json-summary=a/summary.json", "json=a/result.json", "terminal=a/text.txt"];
    const flags = [...reporters.flatMap((reporter) => ["--reporter", reporter]), "--format", "json"];
    const ended = await mcptest(["tasks", "conformance", server.url, "--tool-name", "job", ...flags], { cwd: folder });
    expect({ code: ended.code, left: ended.left }).toEqual({ code: 1, left: [] });
    const result = JSON.parse(ended.stdout) as ConformanceResult;
    expect(result).toMatchObject({
      passed: false,
      outcome: "failed",
      summary: "7/8 checks passed, 1 failed, 0 could not run, 0 not applicable",
      profile: "baseline",
      discovery: { wire: "extension", protocolVersion: "2026-07-28", probedTool: "job" },
    });
    const report = toConformanceReport(result);
    expect(file("a/result.json")).toBe(ended.stdout);
    expect(file("a/junit.xml")).toBe(renderConformanceReportJUnitXml(report));
    expect(file("a/summary.json")).toBe(`${JSON.stringify(renderConformanceReportJson(report), null, 2)}\n`);
    expect(file("a/text.txt")).toBe(ended.stderr);
    expect(ended.stderr).toContain("FAILED  tasks-ttl-shape");
  });

  test.each(["junit-xml", "junit", "json-summary"])(
    "--format %s has stdout for itself, text goes to stderr",
    async (format) => {
      const words = ["conformance", "tasks", server.url, "--tool-name", "job", "--format", format];
      const ended = await mcptest([...words, "--reporter", "json=b.json"], { cwd: folder });
      const report = toConformanceReport(JSON.parse(file("b.json")) as ConformanceResult);
      const json = `${JSON.stringify(renderConformanceReportJson(report), null, 2)}\n`;
      expect(ended.stdout).toBe(format === "json-summary" ? json : renderConformanceReportJUnitXml(report));
      expect(ended.stderr).toContain("FAILED  tasks-ttl-shape");
      expect(ended.code).toBe(1);
    },
  );
});

describe("mcptest run", () => {
  test("--format json is the report, also as a file, and --reporter json is the same", async () => {
    const words = ["run", server.url, ...options, "--reporter", "json=c.json"];
    const ended = await mcptest([...words, "--format", "json"], { cwd: folder });
    const report = JSON.parse(ended.stdout);
    expect(file("c.json")).toBe(ended.stdout);
    expect(report).toMatchObject({
      schemaVersion: 1,
      tool: { name: "mcptest" },
      complete: true,
      outcome: "failed",
      passed: false,
      exitCode: 1,
      servers: [{ name: "127.0.0.1/mcp", target: server.url }],
    });
    const again = await mcptest(["run", server.url, ...options, "--reporter", "json"], { cwd: folder });
    expect(JSON.parse(again.stdout).summary).toEqual(report.summary);
  });

  test("JUnit names hold no port", async () => {
    const ended = await mcptest(["run", server.url, ...options, "--format", "junit-xml"], { cwd: folder });
    const names = [...ended.stdout.matchAll(/(?:name|classname)="([^"]*)"/g)].map(([, name]) => name);
    expect(names).toContain("127.0.0.1/mcp/http-modern-2026-07-28/@mcptest/pack-tasks");
    expect(names.filter((name) => name?.includes(String(server.port)))).toEqual([]);
  });

  test("--quiet leaves failures and the last line", async () => {
    const ended = await mcptest(["run", server.url, ...options, "--quiet"], { cwd: folder });
    expect(ended.stdout).toMatch(/^127\.0\.0\.1\/mcp .*\n/);
    expect(ended.stdout).toContain("FAILED  tasks-ttl-shape");
    expect(ended.stdout).not.toContain("tools called");
    expect(ended.stderr).toBe("");
  });
});
