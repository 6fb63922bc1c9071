import type { ConformanceResult } from "@mcptest/core/report";
import { describe, expect, it } from "vitest";
import { mcptest } from "../e2e/testing/mcptest.js";
import { type Defended, PUBLISHED, type PublishedServer } from "./testing/published.js";
import { startOverHttp } from "./testing/start.js";

interface CapabilitiesJson {
  eras: { era: string; protocolVersion: string; extensions: { id: string }[]; preExtension: string[] }[];
}

const targets = PUBLISHED.flatMap((server) => [
  { server, transport: "stdio" as const },
  ...(server.http ? [{ server, transport: "http" as const }] : []),
]);

/** Runs mcptest on the server; the server is gone afterwards. */
async function onServer(server: PublishedServer, transport: "stdio" | "http", words: string[]) {
  if (transport === "stdio") return mcptest([...words, "--", process.execPath, ...server.stdio]);
  const { url, stop } = await startOverHttp(server);
  try {
    return await mcptest([...words, url]);
  } finally {
    await stop();
  }
}

describe.each(targets)("$server.name over $transport", ({ server, transport }) => {
  it("is shown with its eras, versions and extensions", async () => {
    const ended = await onServer(server, transport, ["capabilities", "--format", "json"]);
    expect(ended.code, ended.stderr).toBe(0);
    expect(ended.left).toEqual([]);
    const { eras } = JSON.parse(ended.stdout) as CapabilitiesJson;
    expect(eras.map(({ era }) => era)).toEqual(server.eras);
    expect(eras.map(({ protocolVersion }) => protocolVersion)).toEqual(server.versions);
    expect(eras[0]?.extensions.map(({ id }) => id)).toEqual(server.extensions);
    expect(eras.flatMap(({ preExtension }) => preExtension)).toEqual(server.preExtension);
  });
});

describe.each(targets.filter(({ server }) => !server.tasks))(
  "$server.name over $transport",
  ({ server, transport }) => {
    it("has no tasks, and nothing is held against it", async () => {
      const ended = await onServer(server, transport, ["run", "--format", "json"]);
      const report = JSON.parse(ended.stdout);
      expect(report.summary).toMatchObject({ total: 0, failed: 0, couldNotRun: 0, warnings: 0, skippedPacks: 1 });
      expect(ended.code).toBe(3);
    });
  },
);

type CheckJson = ConformanceResult["checks"][number];

interface ReportJson {
  servers: { packs: { checks: CheckJson[] }[] }[];
}

/** What a run in profile full says about each check. */
async function judged(server: PublishedServer, transport: "stdio" | "http") {
  const words = ["run", "--format", "json", "--options", `tasks=${JSON.stringify(server.tasks)}`];
  const ended = await onServer(server, transport, words);
  const report = JSON.parse(ended.stdout) as ReportJson;
  return { ended, checks: report.servers.flatMap(({ packs }) => packs.flatMap(({ checks }) => checks)) };
}

/** Everything that was found about one check, as text. */
function wordsOf(check: CheckJson | undefined): string {
  return [check?.error?.message, ...(check?.warnings ?? [])].join("\n");
}

describe.each(targets.filter(({ server }) => server.tasks))("$server.name over $transport", ({ server, transport }) => {
  it("gives no finding that is not defended, in profile full", async () => {
    const { ended, checks } = await judged(server, transport);
    const ids = (keep: (check: CheckJson) => boolean): string[] => checks.filter(keep).map((check) => check.id);
    expect(ids((check) => check.status === "failed")).toEqual(server.failed.map(({ check }) => check));
    expect(ids((check) => (check.warnings?.length ?? 0) > 0)).toEqual(server.warnings.map(({ check }) => check));
    expect(ids((check) => check.skipReason === "could-not-run")).toEqual([]);
    const { always, stdio } = server.notApplicable ?? { always: [], stdio: [] };
    expect(ids((check) => check.skipReason === "not-applicable").sort()).toEqual(
      (transport === "stdio" ? [...always, ...stdio] : [...always]).sort(),
    );
    for (const { check, rule, excerpt } of [...server.failed, ...server.warnings]) {
      const said = wordsOf(checks.find(({ id }) => id === check));
      expect(said).toContain(rule);
      expect(said).toContain(excerpt);
    }
    expect(ended.code).toBe(server.failed.length > 0 ? 1 : 0);
    expect(ended.left).toEqual([]);
  });

  it("gives no other finding in profile baseline", async () => {
    const words = ["tasks", "conformance", "--format", "json", "--options", JSON.stringify(server.tasks)];
    const ended = await onServer(server, transport, words);
    const { checks } = JSON.parse(ended.stdout) as ConformanceResult;
    const known = new Set(checks.map(({ id }) => id));
    const defended = (findings: Defended[]) => findings.map(({ check }) => check).filter((id) => known.has(id));
    expect(checks).toHaveLength(8);
    expect(checks.filter(({ status }) => status === "failed").map(({ id }) => id)).toEqual(defended(server.failed));
    expect(checks.filter(({ warnings = [] }) => warnings.length > 0).map(({ id }) => id)).toEqual(
      defended(server.warnings),
    );
  });
});

describe("the table of findings", () => {
  it("holds a number of a rule, and what speaks against and for each finding", () => {
    const findings = PUBLISHED.flatMap((server) => [...server.failed, ...server.warnings]);
    expect(findings.length).toBeGreaterThan(0);
    for (const { rule, why } of findings) {
      expect(rule).toMatch(/^[HI]\d\d$/);
      expect(why).toMatch(/\. .*\.$/);
    }
  });
});
