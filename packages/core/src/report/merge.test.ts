import { describe, expect, it } from "vitest";
import { mergeReports } from "./merge.js";
import type { CheckResult, PackResult, Report, ServerResult } from "./model.js";

function check(id: string, number: number, artifact?: string): CheckResult {
  return {
    ...{ id, category: "c", title: id, description: id, level: "must", status: "failed", durationMs: 1 },
    ...{ rule: { source: "s" }, evidence: [number], subjects: [{ status: "failed", evidence: [number] }] },
    ...(artifact ? { artifacts: [artifact] } : {}),
  };
}

function server(name: string, packs: Partial<PackResult>[], change: Partial<ServerResult> = {}): ServerResult {
  return {
    ...{ name, target: `http://${name}/mcp`, transport: "http", calls: [], outcome: "failed", lanes: [] },
    ...{ extensions: [], packs: packs as PackResult[], exchanges: [] },
    ...change,
  };
}

function report(change: Partial<Report>): Report {
  return {
    schemaVersion: 1,
    tool: { name: "mcptest", version: "1.0.0" },
    startedAt: "2026-11-30T10:00:00.000Z",
    ...{
      durationMs: 10,
      complete: true,
      seed: 1,
      outcome: "passed",
      passed: true,
      exitCode: 0,
      servers: [],
      artifacts: [],
    },
    summary: { total: 1, passed: 1, failed: 0, couldNotRun: 0, notApplicable: 0, warnings: 0, skippedPacks: 0 },
    ...change,
  };
}

const exchange = (number: number) => ({ number }) as ServerResult["exchanges"][number];
const artifact = (id: string) => ({ id, name: id, mediaType: "text/plain", sha256: "", byteLength: 0 });

describe("several reports as one", () => {
  it("is the same report where there is one", () => {
    const one = report({ servers: [server("a", [])] });
    expect(mergeReports([one])).toBe(one);
  });

  it("has a server once, with the packs of all, and evidence that still names its exchanges", () => {
    const part = (pack: string): Report => {
      const packs = [{ name: pack, checks: [check(`${pack}-1`, 2, "shot")] }];
      const calls = [{ tool: "job", count: 2, by: [{ name: pack, count: 2 }] }];
      const lanes = [
        { id: "l", transport: "http", era: "modern", protocolVersion: "2026-07-28", preferred: true },
      ] as const;
      const shown = server("a", packs, { calls, lanes: [...lanes], exchanges: [exchange(1), exchange(2)] });
      return report({ servers: [shown], artifacts: [artifact("shot")] });
    };
    const { servers, artifacts, summary } = mergeReports([part("one"), part("two")]);
    const [merged, ...others] = servers;
    expect(others).toEqual([]);
    expect(merged?.packs.map(({ name }) => name)).toEqual(["one", "two"]);
    expect(merged?.exchanges.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
    const checks = merged?.packs.flatMap((pack) => pack.checks) ?? [];
    expect(checks.map(({ evidence, subjects }) => [evidence, subjects?.[0]?.evidence])).toEqual([
      [[2], [2]],
      [[4], [4]],
    ]);
    expect(checks.map((each) => each.artifacts)).toEqual([["shot"], ["shot-2"]]);
    expect(artifacts.map(({ id }) => id)).toEqual(["shot", "shot-2"]);
    expect(merged?.calls).toEqual([
      {
        tool: "job",
        count: 4,
        by: [
          { name: "one", count: 2 },
          { name: "two", count: 2 },
        ],
      },
    ]);
    expect(merged?.lanes).toHaveLength(1);
    expect([summary.total, summary.passed]).toEqual([2, 2]);
  });

  it("keeps apart a server that one of them could not test", () => {
    const problem = { code: "SERVER_UNREACHABLE", message: "gone", fix: "", origin: "environment" as const };
    const gone = report({ servers: [server("a", [], { problem })], outcome: "incomplete", exitCode: 3, passed: false });
    const { servers, outcome, exitCode } = mergeReports([report({ servers: [server("a", [])] }), gone]);
    expect(servers.map((each) => each.problem?.message)).toEqual([undefined, "gone"]);
    expect([outcome, exitCode]).toEqual(["incomplete", 3]);
  });

  const nothing = { total: 0, passed: 0, failed: 0, couldNotRun: 0, notApplicable: 0, warnings: 0, skippedPacks: 1 };
  const empty = report({ summary: nothing, outcome: "incomplete", passed: false, exitCode: 3 });
  const failed = report({ outcome: "failed", passed: false, exitCode: 1 });
  const open = report({
    outcome: "incomplete",
    passed: false,
    exitCode: 3,
    summary: { ...nothing, total: 1, couldNotRun: 1 },
  });
  const stopped = report({ complete: false, passed: false, exitCode: 130 });

  it.each<[string, [Report, ...Report[]], unknown[]]>([
    ["all passed", [report({}), report({})], ["passed", true, 0]],
    ["one failed", [report({}), failed, open], ["failed", false, 1]],
    ["one is open", [report({}), open], ["incomplete", false, 3]],
    ["one had nothing to decide", [report({}), empty], ["passed", true, 0]],
    ["none had anything to decide", [empty, empty], ["incomplete", false, 3]],
    ["one was stopped", [report({}), stopped], ["passed", false, 130]],
  ])("has the worst outcome: %s", (_what, reports, expected) => {
    const { outcome, passed, exitCode } = mergeReports(reports);
    expect([outcome, passed, exitCode]).toEqual(expected);
  });

  it("finds no entry of tolerate stale that another part has applied", () => {
    const entry = { check: "c", reason: "r" };
    const part = (state: "applied" | "stale" | "undecided") => report({ tolerations: [{ ...entry, state }] });
    const states = (reports: [Report, ...Report[]]) => mergeReports(reports).tolerations?.map(({ state }) => state);
    expect(states([part("stale"), part("applied")])).toEqual(["applied"]);
    expect(states([part("undecided"), part("stale")])).toEqual(["stale"]);
  });
});
