import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hostileReport } from "../testing/hostile-report.js";
import { failedCheck, sampleCheck, samplePack, sampleReport } from "../testing/sample.js";
import { renderSarif } from "./index.js";
import type { SarifResult } from "./types.js";

const multitool = createRequire(import.meta.url)("@microsoft/sarif-multitool") as string;

/** The lines of `sarif-multitool validate` that tell an error; it ends with 0 in any case. */
function errorsOf(sarif: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), "mcptest-sarif-"));
  try {
    const file = join(folder, "report.sarif");
    writeFileSync(file, sarif);
    const { stdout, error } = spawnSync(multitool, ["validate", file], { encoding: "utf8" });
    if (error) throw error;
    if (!stdout.includes("1 files scanned")) throw new Error(`the validator has read nothing: ${stdout}`);
    return stdout.split("\n").filter((line) => line.includes(" error "));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const runOf = (sarif: string) => JSON.parse(sarif).runs[0];
const resultsOf = (sarif: string) => runOf(sarif).results as SarifResult[];

/** The values that the published schema of SARIF 2.1.0 allows where the validator does not look. */
const LEVELS = ["none", "note", "warning", "error"];
const KINDS = ["notApplicable", "pass", "fail", "review", "open", "informational"];

describe("SARIF", () => {
  it("is what the validator of its makers accepts, whatever a server says", () => {
    const sarif = renderSarif(hostileReport());
    expect(errorsOf(sarif)).toEqual([]);
    for (const { level, kind } of resultsOf(sarif)) {
      expect(LEVELS).toContain(level);
      expect(KINDS).toContain(kind);
    }
    const { ruleIndex: _, ...withoutIndex } = resultsOf(sarif)[0] as SarifResult;
    const broken = JSON.parse(sarif);
    broken.runs[0].results = [{ ...withoutIndex, ruleIndex: 999 }];
    expect(errorsOf(JSON.stringify(broken)).length).toBeGreaterThan(0);
  });

  it("has a result for each finding that fails or warns, and none for what could not run", () => {
    const sarif = renderSarif(hostileReport());
    const ids = resultsOf(sarif).map(({ ruleId, level, suppressions }) => [
      ruleId.split("/").at(-1),
      level,
      suppressions?.length,
    ]);
    const pack = [
      ["tasks-ttl-shape", "error", undefined],
      ["tasks-warned", "warning", undefined],
      ["tasks-tolerated", "error", 1],
      ["tasks-advisory", "warning", undefined],
    ];
    expect(ids).toEqual([...pack, ...pack]);
    const [invocation] = runOf(sarif).invocations;
    expect(invocation.toolExecutionNotifications).toHaveLength(4);
  });

  it("names rules of two packs apart, and fingerprints findings by what no server changes", () => {
    const packs = ["one", "two"].map((name) => samplePack([failedCheck("no")], { name }));
    const first = renderSarif(sampleReport(packs));
    expect(runOf(first).tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual([
      "one/tasks-ttl-shape",
      "two/tasks-ttl-shape",
    ]);
    const again = renderSarif(
      sampleReport(["one", "two"].map((name) => samplePack([failedCheck("other words")], { name }))),
    );
    const prints = (sarif: string) => resultsOf(sarif).map(({ partialFingerprints }) => partialFingerprints);
    expect(prints(again)).toEqual(prints(first));
    expect(new Set(prints(first).map((print) => JSON.stringify(print))).size).toBe(2);
  });

  it("says that a run was not successful that left something open", () => {
    const [invocation] = runOf(renderSarif(sampleReport([samplePack([sampleCheck()])], { exitCode: 3 }))).invocations;
    expect([invocation.executionSuccessful, invocation.exitCode]).toEqual([false, 3]);
  });
});
