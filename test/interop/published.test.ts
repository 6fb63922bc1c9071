import type { ConformanceResult } from "@mcptest/core/report";
import { describe, expect, it } from "vitest";
import { mcptest } from "../e2e/testing/mcptest.js";
import { PUBLISHED, type PublishedServer } from "./testing/published.js";
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

describe.each(targets.filter(({ server }) => server.tasks))("$server.name over $transport", ({ server, transport }) => {
  it("gives no finding that is not defended", async () => {
    const words = ["tasks", "conformance", "--format", "json", ...(server.tasks ?? [])];
    const ended = await onServer(server, transport, words);
    const result = JSON.parse(ended.stdout) as ConformanceResult;
    const ids = (keep: (check: ConformanceResult["checks"][number]) => boolean): string[] =>
      result.checks.filter(keep).map((check) => check.id);
    expect(ids((check) => check.status === "failed")).toEqual(server.failed.map(({ check }) => check));
    expect(ids((check) => (check.warnings?.length ?? 0) > 0)).toEqual(server.warnings.map(({ check }) => check));
    expect(ids((check) => check.skipReason === "could-not-run")).toEqual([]);
    const { always = [], stdio = [] } = server.notApplicable ?? {};
    expect(ids((check) => check.skipReason === "not-applicable")).toEqual(
      transport === "stdio" ? [...always, ...stdio] : always,
    );
    expect(ended.code).toBe(server.failed.length > 0 ? 1 : 0);
    expect(ended.left).toEqual([]);
  });
});

describe("the table of findings", () => {
  it("cites, for each finding, a rule that stands in the message", async () => {
    const findings = PUBLISHED.flatMap((server) =>
      [...server.failed, ...server.warnings].map((entry) => ({ server, entry })),
    );
    expect(findings.length).toBeGreaterThan(0);
    for (const { server, entry } of findings) {
      const ended = await onServer(server, "stdio", [
        "tasks",
        "conformance",
        "--format",
        "json",
        ...(server.tasks ?? []),
      ]);
      const { checks } = JSON.parse(ended.stdout) as ConformanceResult;
      const check = checks.find(({ id }) => id === entry.check);
      expect([check?.error?.message, ...(check?.warnings ?? [])].join("\n")).toContain(entry.rule);
    }
  });
});
