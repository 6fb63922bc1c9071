import { describe, expect, it } from "vitest";
import type { CheckResult, Outcome, PackResult, ServerResult } from "../report/model.js";
import {
  categorySummaryOf,
  exitCodeOf,
  incompleteReasonOf,
  packOutcome,
  runOutcome,
  runSummaryOf,
  serverOutcome,
  summaryOf,
  worseExitCode,
} from "./outcome.js";

const passed = result("p");
const failed = result("f", { status: "failed", error: { message: "broken" } });
const notApplicable = result("n", { status: "skipped", skipReason: "not-applicable", error: { message: "stdio" } });
const couldNotRun = result("c", { status: "skipped", skipReason: "could-not-run", error: { message: "no task" } });
const warned = result("w", { warnings: ["odd"] });
const advisory = (check: CheckResult): CheckResult => ({ ...check, advisory: true });

describe("the outcome of a pack", () => {
  it.each<[name: string, checks: CheckResult[], outcome: Outcome]>([
    ["nothing", [], "skipped"],
    ["all passed", [passed, passed], "passed"],
    ["one failed among could-not-run", [passed, couldNotRun, failed], "failed"],
    ["one could not run", [passed, couldNotRun, notApplicable], "incomplete"],
    ["passed and not-applicable", [passed, notApplicable], "passed"],
    ["only not-applicable", [notApplicable, notApplicable], "skipped"],
    ["only could-not-run", [couldNotRun], "incomplete"],
    ["a warning", [passed, warned], "passed"],
    ["a warning beside could-not-run", [warned, couldNotRun], "incomplete"],
    ["an advisory failure", [passed, advisory(failed)], "passed"],
    ["an advisory warning", [passed, advisory(warned)], "passed"],
    ["an advisory could-not-run", [passed, advisory(couldNotRun)], "passed"],
    ["only advisory passes", [advisory(passed)], "skipped"],
  ])("%s", (_, checks, outcome) => {
    expect(packOutcome(checks)).toBe(outcome);
  });
});

describe("the outcome of a server", () => {
  const problem: ServerResult["problem"] = { code: "SERVER_EXITED", message: "", fix: "", origin: "environment" };
  it.each<[packs: Outcome[], without: Outcome, withProblem: Outcome]>([
    [[], "skipped", "incomplete"],
    [["skipped", "skipped"], "skipped", "incomplete"],
    [["skipped", "passed"], "passed", "incomplete"],
    [["passed", "incomplete"], "incomplete", "incomplete"],
    [["incomplete", "failed", "passed"], "failed", "failed"],
  ])("%j", (outcomes, without, withProblem) => {
    const packs = outcomes.map((outcome) => ({ outcome }) as PackResult);
    expect(serverOutcome(packs, undefined)).toBe(without);
    expect(serverOutcome(packs, problem)).toBe(withProblem);
  });
});

describe("the outcome of a run", () => {
  it.each<[servers: Outcome[], complete: boolean, outcome: Outcome, exitCode: number]>([
    [["passed"], true, "passed", 0],
    [["passed", "skipped"], true, "passed", 0],
    [["skipped"], true, "incomplete", 3],
    [[], true, "incomplete", 3],
    [["passed", "incomplete"], true, "incomplete", 3],
    [["incomplete", "failed"], true, "failed", 1],
    [["passed"], false, "incomplete", 3],
    [["failed"], false, "failed", 1],
  ])("%j, complete: %j", (servers, complete, outcome, exitCode) => {
    expect(runOutcome(servers, complete)).toBe(outcome);
    expect(exitCodeOf(runOutcome(servers, complete))).toBe(exitCode);
  });

  it("has an exit code that only gets worse", () => {
    const codes = [0, 3, 1, 130, 143];
    for (const [index, code] of codes.entries()) {
      for (const [other, worse] of codes.entries()) {
        expect(worseExitCode(code, worse)).toBe(other > index ? worse : code);
      }
    }
  });
});

describe("counts", () => {
  it("are the published summary, to the letter", () => {
    expect(summaryOf(Array.from({ length: 8 }, () => passed))).toBe(
      "8/8 checks passed, 0 failed, 0 could not run, 0 not applicable",
    );
    expect(summaryOf([passed, failed, couldNotRun, notApplicable, advisory(failed)])).toBe(
      "1/4 checks passed, 1 failed, 1 could not run, 1 not applicable",
    );
    expect(summaryOf([passed])).toBe("1/1 checks passed, 0 failed, 0 could not run, 0 not applicable");
  });

  it("hold every category of the pack in its order, whatever its name", () => {
    const summary = categorySummaryOf(
      ["dispatch", "creation", "lifecycle", "__proto__"],
      [
        { ...passed, category: "creation" },
        { ...couldNotRun, category: "creation" },
        { ...notApplicable, category: "dispatch" },
        { ...failed, category: "__proto__" },
      ],
    );
    expect(Object.keys(summary)).toEqual(["dispatch", "creation", "lifecycle", "__proto__"]);
    expect(Object.values(summary)).toEqual([
      { total: 1, passed: 0, failed: 0, skipped: 1, couldNotRun: 0 },
      { total: 2, passed: 1, failed: 0, skipped: 1, couldNotRun: 1 },
      { total: 0, passed: 0, failed: 0, skipped: 0, couldNotRun: 0 },
      { total: 1, passed: 0, failed: 1, skipped: 0, couldNotRun: 0 },
    ]);
  });

  it("of a run leave advisory checks out", () => {
    const packs = [
      { ran: true, outcome: "failed", checks: [passed, failed, warned, advisory(warned)] },
      { ran: false, outcome: "skipped", checks: [] },
    ] as unknown as PackResult[];
    expect(runSummaryOf([{ packs } as ServerResult])).toEqual({
      total: 3,
      passed: 2,
      failed: 1,
      couldNotRun: 0,
      notApplicable: 0,
      warnings: 1,
      skippedPacks: 1,
    });
  });
});

describe("the reason why a pack is incomplete", () => {
  const lost = (id: string, message: string) => ({ ...couldNotRun, id, error: { message } });

  it("names each cause once, with the checks that it stopped", () => {
    const checks = [passed, lost("a", "no task"), lost("b", "the server is gone"), lost("c", "no task")];
    expect(incompleteReasonOf(checks)).toMatchInlineSnapshot(`
      "2 of 4 checks did not run: no task (a, c)
      1 of 4 checks did not run: the server is gone (b)"
    `);
  });

  it("says first when nothing was decided", () => {
    expect(incompleteReasonOf([lost("a", "no task"), notApplicable])).toMatchInlineSnapshot(`
      "0 of 2 decided
      1 of 2 checks did not run: no task (a)
      1 of 2 checks do not apply: stdio (n)"
    `);
    expect(incompleteReasonOf([])).toBe("0 of 0 decided");
  });

  it("counts ids that are too many to name", () => {
    const checks = Array.from({ length: 12 }, (_, index) => lost(`c${index}`, "no task"));
    expect(incompleteReasonOf([passed, ...checks])).toBe(
      "12 of 13 checks did not run: no task (c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, and 2 more)",
    );
  });

  it("is absent where everything was decided", () => {
    expect(incompleteReasonOf([passed, failed, advisory(couldNotRun)])).toBeUndefined();
  });
});

function result(id: string, more: Partial<CheckResult> = {}): CheckResult {
  return {
    id,
    category: "creation",
    title: id,
    description: id,
    level: "must",
    status: "passed",
    durationMs: 0,
    rule: { source: "test" },
    ...more,
  };
}
