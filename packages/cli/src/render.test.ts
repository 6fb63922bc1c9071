import type { ConformanceResult, PackResult, Report } from "@mcptest/core/report";
import { expect, test } from "vitest";
import { render } from "./render.js";

const result: ConformanceResult = {
  passed: true,
  outcome: "passed",
  target: "http://h/mcp",
  checks: [],
  summary: "0/0 checks passed, 0 failed, 0 could not run, 0 not applicable",
  durationMs: 1,
  categorySummary: {},
  discovery: {},
  pack: { name: "@mcptest/pack-tasks", version: "1.0.0" },
  notSelected: [],
};

function report(moreWith?: PackResult["moreWith"]): Report {
  const pack: PackResult = {
    name: "@mcptest/pack-tasks",
    version: "1.0.0",
    range: "*",
    origin: "bundled",
    contentHash: "00",
    contract: 1,
    isolation: "none",
    extension: "io.modelcontextprotocol/tasks",
    lane: "http-modern-2026-07-28",
    ran: true,
    outcome: "passed",
    summary: result.summary,
    durationMs: 1,
    categorySummary: {},
    notSelected: [],
    checks: [],
    ...(moreWith ? { moreWith } : {}),
  };
  return {
    schemaVersion: 1,
    tool: { name: "mcptest", version: "1.0.0" },
    startedAt: "2026-11-30T10:00:00.000Z",
    durationMs: 1,
    complete: true,
    seed: 1,
    outcome: "passed",
    passed: true,
    summary: { total: 0, passed: 0, failed: 0, couldNotRun: 0, notApplicable: 0, warnings: 0, skippedPacks: 0 },
    exitCode: 0,
    servers: [
      {
        name: "h/mcp",
        target: "http://h/mcp",
        transport: "http",
        calls: [],
        outcome: "passed",
        lanes: [],
        extensions: [],
        packs: [pack],
        exchanges: [],
      },
    ],
    artifacts: [],
  };
}

const last = (text: string) => text.trimEnd().split("\n").at(-1);

test("the text of a conformance command ends with what a wider profile would add", () => {
  const more = report({ profile: "full", count: 40 });
  expect(last(render("terminal", { report: more, result }, {}))).toBe("40 more checks with --profile full");
  const one = report({ profile: "full", count: 1 });
  expect(last(render("terminal", { report: one, result }, {}))).toBe("1 more check with --profile full");
});

test.each([
  ["a run", { report: report({ profile: "full", count: 40 }) }, {}],
  ["--quiet", { report: report({ profile: "full", count: 40 }), result }, { quiet: true }],
  ["none", { report: report({ profile: "full", count: 0 }), result }, {}],
  ["nothing known", { report: report(), result }, {}],
])("no such line: %s", (_name, rendered, options) => {
  expect(render("terminal", rendered, options)).not.toContain("--profile");
});

test("machine formats are those of the result, and hold no such line", () => {
  const rendered = { report: report({ profile: "full", count: 40 }), result };
  expect(JSON.parse(render("json", rendered, {}))).toEqual(result);
  expect(JSON.parse(render("json-summary", rendered, {}))).toMatchObject({ kind: "tasks-conformance" });
  expect(render("junit", rendered, {})).toContain('<testsuites name="MCP Tasks Conformance"');
  for (const reporter of ["json", "json-summary", "junit"] as const) {
    expect(render(reporter, rendered, {})).not.toContain("--profile");
  }
});
