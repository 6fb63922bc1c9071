import { describe, expect, it } from "vitest";
import type { ConformanceResult, OAuthResult } from "./conformance.js";
import { toConformanceReport } from "./conformance-report.js";
import type { PackResult, Report } from "./model.js";
import { reportToConformanceReport } from "./report-groups.js";

const tasks: ConformanceResult = {
  passed: false,
  outcome: "incomplete",
  incompleteReason: "1 check could not run",
  target: "http://127.0.0.1:3000/mcp",
  checks: [
    {
      id: "tasks-ttl-shape",
      category: "lifecycle",
      title: "TTL",
      description: "TTL",
      level: "must",
      status: "skipped",
      skipReason: "could-not-run",
      error: { message: "no task" },
      durationMs: 1,
      rule: { source: "ext-tasks" },
    },
  ],
  summary: "0/1 checks passed, 0 failed, 1 could not run, 0 not applicable",
  durationMs: 10,
  categorySummary: {},
  discovery: { wire: "extension" },
  pack: { name: "@mcptest/pack-tasks", version: "0.1.0" },
  notSelected: [],
};

const foreign = {
  passed: true,
  serverUrl: "https://mcp.example.com/mcp",
  checks: [
    { id: "ping", category: "core", status: "passed" as const, details: {}, error: { message: "", details: [] } },
  ],
};

const oauth: OAuthResult = {
  passed: true,
  outcome: "not-applicable",
  steps: [{ step: "discovery", status: "passed" }],
};

describe("toConformanceReport", () => {
  it("takes the result of a pack, with outcome and skip reason", () => {
    const report = toConformanceReport(tasks);
    expect(report).toMatchObject({
      schemaVersion: 1,
      kind: "tasks-conformance",
      name: "MCP Tasks Conformance",
      passed: false,
      outcome: "incomplete",
      incompleteReason: "1 check could not run",
    });
    expect(report.groups[0]).toMatchObject({ id: "tasks-1", target: "http://127.0.0.1:3000/mcp" });
    expect(report.groups[0]?.cases[0]).toMatchObject({ skipReason: "could-not-run", error: "no task" });
  });

  it("tells results of other tools apart by their members", () => {
    expect(toConformanceReport(foreign).kind).toBe("protocol-conformance");
    expect(toConformanceReport({ ...foreign, discovery: { uiToolCount: 1 } }).kind).toBe("apps-conformance");
    expect(toConformanceReport({ ...foreign, discovery: { wire: "none" } }).kind).toBe("tasks-conformance");
    expect(toConformanceReport(oauth).kind).toBe("oauth-conformance");
  });

  it("leaves out an outcome that is none of ours, and details that hold nothing", () => {
    expect(toConformanceReport(oauth)).not.toHaveProperty("outcome");
    expect(toConformanceReport(foreign).outcome).toBe("passed");
    expect(toConformanceReport(foreign).groups[0]?.cases[0]).not.toHaveProperty("details");
  });

  it("gives a suite the worst outcome of its runs", () => {
    const suite = { name: "Nightly", passed: false, results: [{ ...tasks, label: "direct" }, foreign] };
    expect(toConformanceReport(suite)).toMatchObject({ name: "Nightly", outcome: "incomplete" });
    expect(toConformanceReport(suite).groups.map((group) => group.title)).toEqual(["direct", "Run 2"]);
    const failed = { ...suite, results: [...suite.results, { ...foreign, passed: false }] };
    expect(toConformanceReport(failed).outcome).toBe("failed");
  });

  it("makes the same case of a check, in a result and in a run", () => {
    const error = { message: "the server is gone", details: { check: "no answer" } };
    const checks = tasks.checks.map((check) => ({ ...check, details: { probedTool: "job" }, error }));
    const [ofResult] = toConformanceReport({ ...tasks, checks }).groups;
    const pack = { name: "w", lane: "stdio-modern-2026-07-28", ran: true, checks } as Partial<PackResult>;
    const run = { servers: [{ name: "local", packs: [pack] }] } as unknown as Report;
    const [ofRun] = reportToConformanceReport(run).groups;
    expect(ofRun?.cases).toEqual(ofResult?.cases);
    expect(ofRun?.cases[0]?.details).toEqual({ details: { probedTool: "job" }, errorDetails: { check: "no answer" } });
  });

  it("says of a run that is incomplete why, server by server", () => {
    const pack = (change: Partial<PackResult>) => ({ name: "w", lane: "l", ran: true, checks: [], ...change });
    const server = (name: string, packs: object[], more = {}) => ({ name, packs, ...more });
    const run = {
      outcome: "incomplete",
      complete: true,
      servers: [
        server("gone", [], { problem: { message: "nobody is there", fix: "start it" } }),
        server("open", [pack({ outcome: "incomplete", incompleteReason: "1 of 2 checks did not run: no task (a)" })]),
        server("other", [pack({ ran: false, outcome: "skipped", skippedBecause: "the server has no widgets" })]),
        server("good", [pack({ outcome: "passed" }), pack({ outcome: "skipped", skippedBecause: "not said" })]),
      ],
    } as unknown as Report;
    expect(reportToConformanceReport(run).incompleteReason).toMatchInlineSnapshot(`
      "gone: nobody is there
      fix: start it
      open, w: 1 of 2 checks did not run: no task (a)
      other, w: the server has no widgets"
    `);
    expect(reportToConformanceReport({ ...run, outcome: "failed" })).not.toHaveProperty("incompleteReason");
  });

  it("refuses what is no result", () => {
    expect(() => toConformanceReport({ passed: true } as never)).toThrow(TypeError);
  });
});
