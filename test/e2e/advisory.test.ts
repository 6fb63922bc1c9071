import type { Listing } from "@mcptest/core/report";
import { describe, expect, test } from "vitest";
import { mcptest } from "./testing/mcptest.js";
import { trainProject, trains } from "./testing/releases.js";

const NEW = { since: "1.4.0" };

/** Version 1.4.0 of a pack: one check of its major, and three that are newer. */
const cwd = trainProject(
  trains("pack", "1.4.0", {
    "trains-run": { body: "" },
    "trains-fast": { ...NEW, body: "verdict.fail('too slow')" },
    "trains-known": { ...NEW, body: "verdict.couldNotRun('no timetable')" },
    "trains-clean": { ...NEW, level: "should", body: "verdict.warn('dusty')" },
  }),
);

const run = (...flags: string[]) => mcptest(["run", "--server", "station", "--pack", "./pack", ...flags], { cwd });

interface Shown {
  outcome: string;
  summary: Record<string, number>;
  servers: { packs: { outcome: string; checks: { id: string; status: string; advisory?: boolean }[] }[] }[];
}

describe("a check that is newer than the major of its pack", () => {
  test("is shown, and holds nothing back", async () => {
    const { code, stdout } = await run();
    expect(code).toBe(0);
    expect(stdout).toContain("1/1 checks passed, 0 failed, 0 could not run, 0 not applicable");
    expect(stdout).toContain("FAILED  trains-fast (advisory)");
    expect(stdout).toContain("warning trains-clean (advisory)");
    expect(stdout).toContain("no timetable");
  });

  test("is no failure under --strict either", async () => {
    expect((await run("--strict")).code).toBe(0);
  });

  test("is marked in a list, unless it is to count", async () => {
    const { stdout } = await run("--list");
    expect(stdout).toMatch(/\n {4}trains-run {2}must, \w+\n {4}trains-fast {2}must, \w+ \(advisory\)\n/);
    expect((await run("--list", "--advisory", "count")).stdout).not.toContain("advisory");
    const { servers } = JSON.parse((await run("--list", "--format", "json")).stdout) as Listing;
    const checks = servers[0]?.lanes[0]?.packs[0]?.checks ?? [];
    expect(checks.map(({ id, advisory }) => [id, advisory])).toEqual([
      ["trains-run", undefined],
      ["trains-fast", true],
      ["trains-known", true],
      ["trains-clean", true],
    ]);
  });

  test("is marked in JSON and counted nowhere", async () => {
    const { code, stdout } = await run("--format", "json");
    const { outcome, summary, servers } = JSON.parse(stdout) as Shown;
    expect(code).toBe(0);
    expect(outcome).toBe("passed");
    expect(summary).toMatchObject({ total: 1, passed: 1, failed: 0, couldNotRun: 0, warnings: 0 });
    expect(servers[0]?.packs[0]?.checks.map(({ id, status, advisory }) => [id, status, advisory])).toEqual([
      ["trains-run", "passed", undefined],
      ["trains-fast", "failed", true],
      ["trains-known", "skipped", true],
      ["trains-clean", "passed", true],
    ]);
  });

  test("is no failure and no error in JUnit XML", async () => {
    const { code, stdout } = await run("--reporter", "junit");
    expect(code).toBe(0);
    expect(stdout).toContain('<testsuites name="mcptest" tests="4" failures="0" errors="0" skipped="2"');
    expect(stdout).toContain('<skipped message="advisory: too slow"/>');
    expect(stdout).toContain('<skipped message="advisory: no timetable"/>');
    expect(stdout).not.toMatch(/<(?:failure|error)\b/);
  });

  test("is no failure of one pack's own result either", async () => {
    const words = ["conformance", "./pack", "--server", "station"];
    const xml = await mcptest([...words, "--format", "junit-xml"], { cwd });
    expect(xml.code).toBe(0);
    expect(xml.stdout).toContain('<skipped message="advisory: too slow"/>');
    expect(xml.stdout).not.toMatch(/<(?:failure|error)\b/);
    const { code, stdout } = await mcptest([...words, "--format", "json-summary"], { cwd });
    expect(code).toBe(0);
    const { passed, groups } = JSON.parse(stdout);
    expect(passed).toBe(true);
    expect(groups[0].cases[1]).toMatchObject({ id: "trains-fast", status: "failed", advisory: true });
    expect(groups[0].cases[0]).not.toHaveProperty("advisory");
  });

  test("counts with --advisory count: it fails, it holds back, and its warnings fail under --strict", async () => {
    const counted = await run("--advisory", "count", "--format", "json");
    expect(counted.code).toBe(1);
    expect((JSON.parse(counted.stdout) as Shown).summary).toMatchObject({
      total: 4,
      failed: 1,
      couldNotRun: 1,
      warnings: 1,
    });
    const only = (id: string, ...flags: string[]) => run("--advisory", "count", "--check-id", id, ...flags);
    expect((await only("trains-known")).code).toBe(3);
    expect((await only("trains-clean")).code).toBe(0);
    expect((await only("trains-clean", "--strict")).code).toBe(1);
  });
});
