import type { Era, Transport } from "@mcptest/pack";
import { describe, expect, it } from "vitest";
import { BASELINE, notApplicable } from "./testing/baseline.js";
import { idsOf, packOf, runTasks, withServer } from "./testing/run-tasks.js";

const LANES: [Transport, Era][] = [
  ["http", "modern"],
  ["http", "legacy"],
  ["stdio", "modern"],
  ["stdio", "legacy"],
];

describe.each(LANES)("a server that obeys, over %s in the %s era", (transport, era) => {
  it("passes what applies, without a warning", async () => {
    const report = await withServer(transport, { era }, (target) => runTasks({ target, era }));
    const pack = packOf(report);
    expect(idsOf(pack, "not-applicable")).toEqual(notApplicable(transport, era));
    expect(idsOf(pack, "passed")).toEqual(BASELINE.filter((id) => !notApplicable(transport, era).includes(id)));
    expect(idsOf(pack, "warning")).toEqual([]);
    expect(report).toMatchObject({ outcome: "passed", exitCode: 0 });
    expect(pack.discovery).toMatchObject({
      wire: era === "modern" ? "extension" : "legacy",
      protocolVersion: era === "modern" ? "2026-07-28" : "2025-11-25",
      toolCount: 10,
      taskCapableToolCount: era === "modern" ? 0 : 8,
      probedTool: "job",
      createdTaskId: expect.any(String),
    });
  });

  it("is called twice at most: declared and, on the extension wire, undeclared", async () => {
    const report = await withServer(transport, { era }, (target) => runTasks({ target, era }));
    expect(report.servers[0]?.calls).toMatchObject([{ tool: "job", count: era === "modern" ? 2 : 1 }]);
  });
});

describe("a server that answers with SSE", () => {
  it.each<Era>(["modern", "legacy"])("passes in the %s era", async (era) => {
    const served = { era, answers: "sse" } as const;
    const report = await withServer("http", served, (target) => runTasks({ target, era }));
    expect(report.outcome).toBe("passed");
    expect(idsOf(packOf(report), "warning")).toEqual([]);
  });
});
