import { describe, expect, it } from "vitest";
import { renderJson, renderJsonSummary } from "./json.js";
import { failedCheck, HOSTILE, samplePack, sampleReport } from "./testing/sample.js";

describe("JSON", () => {
  it("keeps every string as the server sent it", () => {
    const report = sampleReport([samplePack([failedCheck(HOSTILE)])]);
    expect(JSON.parse(renderJson(report)).servers[0].packs[0].checks[0].error.message).toBe(HOSTILE);
  });

  it("holds no command that a CI system would take from a log", () => {
    const text = renderJson(sampleReport([samplePack([failedCheck(HOSTILE)])]));
    expect(text).not.toMatch(/^\s*::|##\[|##vso\[/m);
    expect(text).toContain("#\\u0023[error]x");
  });

  it("summarises a run in the shape of a conformance report", () => {
    const summary = JSON.parse(renderJsonSummary(sampleReport([samplePack([failedCheck("x")])])));
    expect(summary).toMatchObject({ schemaVersion: 1, kind: "run", passed: false, outcome: "failed" });
    expect(summary.groups[0]).toMatchObject({ id: "local/http-modern-2026-07-28/@mcptest/pack-tasks" });
    expect(summary.groups[0].cases[0]).toMatchObject({ id: "tasks-ttl-shape", status: "failed", error: "x" });
  });
});
