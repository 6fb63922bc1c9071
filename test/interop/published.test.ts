import type { ConformanceResult } from "@mcptest/core/report";
import { describe, expect, it } from "vitest";
import { type Defended, PUBLISHED, type PublishedServer } from "./testing/published.js";
import { onServer } from "./testing/start.js";
import { nameOf, type Way } from "./testing/way.js";

interface CapabilitiesJson {
  eras: { era: string; protocolVersion: string; extensions: { id: string }[]; preExtension: string[] }[];
}

const targets = PUBLISHED.flatMap((server) =>
  server.ways.map((way) => ({ server, way, name: nameOf(server), transport: way.transport })),
);
const TASKS = ["--pack", "@mcptest/pack-tasks", "--format", "json"];

describe.each(targets)("$name over $transport", ({ server, way }) => {
  it("is shown with its eras, versions and extensions", async () => {
    const ended = await onServer(way, ["capabilities", "--format", "json"]);
    expect(ended.code, ended.stderr).toBe(0);
    expect(ended.left).toEqual([]);
    const { eras } = JSON.parse(ended.stdout) as CapabilitiesJson;
    expect(eras.map(({ era }) => era)).toEqual(server.eras);
    expect(eras.map(({ protocolVersion }) => protocolVersion)).toEqual(server.versions);
    expect(eras[0]?.extensions.map(({ id }) => id)).toEqual(server.extensions);
    expect(eras.flatMap(({ preExtension }) => preExtension)).toEqual(server.preExtension);
  });
});

describe.each(targets.filter(({ server }) => !server.tasks))("$name over $transport", ({ way }) => {
  it("has no tasks, and nothing is held against it", async () => {
    const ended = await onServer(way, ["run", ...TASKS]);
    const report = JSON.parse(ended.stdout);
    expect(report.summary).toMatchObject({ total: 0, failed: 0, couldNotRun: 0, warnings: 0, skippedPacks: 1 });
    expect(ended.code).toBe(3);
  });
});

type CheckJson = ConformanceResult["checks"][number];

interface ReportJson {
  servers: { packs: { checks: CheckJson[] }[] }[];
}

/** What a run in profile full says about each check. */
async function judged(way: Way, options: PublishedServer["tasks"]) {
  const words = ["run", ...TASKS, "--options", `tasks=${JSON.stringify(options)}`];
  const ended = await onServer(way, words);
  const report = JSON.parse(ended.stdout) as ReportJson;
  return { ended, checks: report.servers.flatMap(({ packs }) => packs.flatMap(({ checks }) => checks)) };
}

/** Everything that was found about one check, as text. */
function wordsOf(check: CheckJson | undefined): string {
  return [check?.error?.message, ...(check?.warnings ?? [])].join("\n");
}

describe.each(targets.filter(({ server }) => server.tasks))("$name over $transport", ({ server, way, transport }) => {
  const here = (findings: Defended[] = []) => findings.filter((entry) => (entry.transport ?? transport) === transport);
  const idsOf = (findings: Defended[]) => findings.map(({ check }) => check).sort();
  const [failed, warnings, open] = [here(server.failed), here(server.warnings), here(server.open)];

  it("gives no finding that is not defended, in profile full", async () => {
    const { ended, checks } = await judged(way, server.tasks);
    const ids = (keep: (check: CheckJson) => boolean) =>
      checks
        .filter(keep)
        .map(({ id }) => id)
        .sort();
    expect(ids(({ status }) => status === "failed")).toEqual(idsOf(failed));
    expect(ids((check) => (check.warnings?.length ?? 0) > 0)).toEqual(idsOf(warnings));
    expect(ids(({ skipReason }) => skipReason === "could-not-run")).toEqual(idsOf(open));
    const isHere = ({ skipReason, error }: CheckJson) =>
      skipReason === "not-applicable" && !error?.message.startsWith("applies where");
    expect(ids(isHere)).toEqual([...(server.notApplicable ?? [])].sort());
    for (const { check, rule, excerpt } of [...failed, ...warnings, ...open]) {
      const found = checks.find(({ id }) => id === check);
      expect(wordsOf(found)).toContain(excerpt);
      expect(`${wordsOf(found)} ${found?.rule.contract}`).toContain(rule);
    }
    expect(ended.code).toBe(failed.length > 0 ? 1 : open.length > 0 ? 3 : 0);
    expect(ended.left).toEqual([]);
  });

  it("gives no other finding in profile baseline", async () => {
    const words = ["tasks", "conformance", "--format", "json", "--options", JSON.stringify(server.tasks)];
    const ended = await onServer(way, words);
    const { checks } = JSON.parse(ended.stdout) as ConformanceResult;
    const known = new Set(checks.map(({ id }) => id));
    const defended = (findings: Defended[]) => idsOf(findings).filter((id) => known.has(id));
    const ids = (keep: (check: CheckJson) => boolean) =>
      checks
        .filter(keep)
        .map(({ id }) => id)
        .sort();
    expect(checks).toHaveLength(8);
    expect(ids(({ status }) => status === "failed")).toEqual(defended(failed));
    expect(ids((check) => (check.warnings?.length ?? 0) > 0)).toEqual(defended(warnings));
    expect(ids(({ skipReason }) => skipReason === "could-not-run")).toEqual([]);
  });
});

describe("the table of findings", () => {
  it("holds a number of a rule, and what speaks against and for each finding", () => {
    const findings = PUBLISHED.flatMap(({ failed, warnings, open = [] }) => [...failed, ...warnings, ...open]);
    expect(findings.length).toBeGreaterThan(0);
    for (const { rule, why } of findings) {
      expect(rule).toMatch(/^[HI]\d\d$/);
      expect(why).toMatch(/\. .*\.$/);
    }
  });
});
