import { describe, expect, it } from "vitest";
import { compareVerdicts, type VerdictChange } from "./compare-verdicts.js";
import type { CheckResult, PackResult, Report, SubjectResult } from "./model.js";

const passed: Partial<CheckResult> = { status: "passed" };
const failed: Partial<CheckResult> = { status: "failed", error: { message: "wrong" } };
const warned: Partial<CheckResult> = { status: "passed", warnings: ["unwise"] };
const open: Partial<CheckResult> = { status: "skipped", skipReason: "could-not-run", error: { message: "no task" } };
const outside: Partial<CheckResult> = { status: "skipped", skipReason: "not-applicable", error: { message: "none" } };
const advisory: Partial<CheckResult> = { advisory: true };

function check(id: string, members: Partial<CheckResult>): CheckResult {
  return {
    id,
    category: "core",
    title: id,
    description: id,
    level: "must",
    status: "passed",
    durationMs: 1,
    rule: { source: "ext-tasks" },
    ...members,
  };
}

function finding(subject: string, status: SubjectResult["status"], variant?: string): SubjectResult {
  return { subject, status, evidence: [], ...(variant === undefined ? {} : { variant }) };
}

function pack(checks: CheckResult[], members: Partial<PackResult> = {}): PackResult {
  return {
    name: "widgets",
    version: "1.0.0",
    range: "*",
    origin: "bundled",
    contentHash: "",
    contract: 1,
    isolation: "none",
    extension: "com.example/widgets",
    lane: "http-modern",
    ran: true,
    outcome: "passed",
    summary: "",
    durationMs: 1,
    categorySummary: {},
    notSelected: [],
    checks,
    ...members,
  };
}

function report(...packs: PackResult[]): Report {
  return {
    schemaVersion: 1,
    tool: { name: "mcptest", version: "0.1.0" },
    startedAt: "2026-01-01T00:00:00.000Z",
    durationMs: 1,
    complete: true,
    seed: 1,
    outcome: "passed",
    passed: true,
    summary: { total: 0, passed: 0, failed: 0, couldNotRun: 0, notApplicable: 0, warnings: 0, skippedPacks: 0 },
    exitCode: 0,
    servers: [
      {
        name: "local",
        target: "",
        transport: "http",
        calls: [],
        outcome: "passed",
        lanes: [],
        extensions: [],
        packs,
        exchanges: [],
      },
    ],
    artifacts: [],
  };
}

function brief({ check, subject, kind, before, after }: VerdictChange): string {
  const about = subject === undefined ? check : `${check}(${subject})`;
  return `${about}: ${before?.status ?? "absent"} > ${after?.status ?? "absent"}, ${kind}`;
}

/** The changes between two forms of one check. */
function between(before: Partial<CheckResult>, after: Partial<CheckResult>): string[] {
  return compareVerdicts(report(pack([check("a", before)])), report(pack([check("a", after)]))).map(brief);
}

describe("compareVerdicts", () => {
  it("finds nothing between equal verdicts, whatever the name and version of the pack and the message", () => {
    const before = report(pack([check("a", failed), check("b", warned)]));
    const after = report(
      pack([check("a", { ...failed, error: { message: "still" } }), check("b", warned)], {
        name: "next",
        version: "2.0.0",
      }),
    );
    expect(compareVerdicts(before, after)).toEqual([]);
  });

  it.each([
    ["passed to failed", passed, failed, "green-to-red"],
    ["warning to failed", warned, failed, "green-to-red"],
    ["not-applicable to failed", outside, failed, "green-to-red"],
    ["advisory failed to failed", { ...failed, ...advisory }, failed, "green-to-red"],
    ["advisory could-not-run to failed", { ...open, ...advisory }, failed, "green-to-red"],
    ["tolerated to failed", { ...failed, tolerated: "known" }, failed, "green-to-red"],
    ["failed to passed", failed, passed, "red-to-green"],
    ["failed to not-applicable", failed, outside, "red-to-green"],
    ["failed to advisory failed", failed, { ...failed, ...advisory }, "red-to-green"],
    ["passed to advisory failed", passed, { ...failed, ...advisory }, "other"],
    ["passed to could-not-run", passed, open, "other"],
    ["could-not-run to failed", open, failed, "other"],
    ["failed to could-not-run", failed, open, "other"],
    ["passed to warning", passed, warned, "other"],
  ])("%s is %3$s", (_name, before, after, kind) => {
    expect(between(before, after).map((line) => line.split(", ")[1])).toEqual([kind]);
  });

  it("tells a check that came or went, and takes a new one that fails for red", () => {
    const before = report(pack([check("a", passed), check("gone", failed)]));
    const after = report(
      pack([check("a", passed), check("b", passed), check("c", failed), check("d", { ...failed, ...advisory })]),
    );
    expect(compareVerdicts(before, after).map(brief)).toMatchInlineSnapshot(`
      [
        "b: absent > passed, added",
        "c: absent > failed, green-to-red",
        "d: absent > failed, added",
        "gone: failed > absent, removed",
      ]
    `);
  });

  it("takes a new failure for red only where the pack was judged, or did not apply, before", () => {
    const after = report(pack([check("a", failed)]));
    const skipped = report(pack([], { ran: false, outcome: "skipped" }));
    const broken = report(pack([], { ran: false, outcome: "incomplete" }));
    expect(compareVerdicts(skipped, after)[0]?.kind).toBe("green-to-red");
    expect(compareVerdicts(broken, after)[0]?.kind).toBe("added");
    expect(compareVerdicts(report(), after)[0]?.kind).toBe("added");
  });

  it("compares the subjects of a check, the worst finding of each", () => {
    const before = { ...failed, subjects: [finding("x", "failed"), finding("y", "passed"), finding("y", "warning")] };
    const after = { ...failed, subjects: [finding("x", "passed"), finding("y", "failed"), finding("y", "passed")] };
    expect(between(before, after)).toMatchInlineSnapshot(`
      [
        "a(x): failed > passed, red-to-green",
        "a(y): warning > failed, green-to-red",
      ]
    `);
  });

  it("tells a finding that came where its check says the same, and leaves out what the check tells", () => {
    const before = { ...failed, subjects: [finding("x", "failed")] };
    const after = { ...failed, subjects: [finding("x", "failed"), finding("y", "failed"), finding("z", "passed")] };
    expect(between(before, after)).toMatchInlineSnapshot(`
      [
        "a(y): absent > failed, green-to-red",
      ]
    `);
    expect(between(passed, after)).toEqual(["a: passed > failed, green-to-red"]);
    expect(between(after, passed)).toEqual(["a: failed > passed, red-to-green"]);
  });

  it("finds a subject that turned red under a check that was undecided", () => {
    const before = { ...open, subjects: [finding("x", "could-not-run"), finding("y", "passed")] };
    const after = { ...failed, subjects: [finding("x", "passed"), finding("y", "failed")] };
    expect(between(before, after)).toContain("a(y): passed > failed, green-to-red");
  });

  it("makes keys that no name can imitate", () => {
    const subjects = [finding("x/y", "failed", "v")];
    const [change] = compareVerdicts(
      report(pack([check("__proto__", { ...failed, subjects: [finding("x/y", "warning", "v")] })])),
      report(pack([check("__proto__", { ...failed, subjects })])),
    );
    expect(change?.key).toBe("local/http-modern/com.example%2Fwidgets/__proto__/x%2Fy/v");
    expect(change).toMatchObject({
      server: "local",
      lane: "http-modern",
      extension: "com.example/widgets",
      variant: "v",
    });
  });

  it("lets a counted failure stand where two packs for one extension share a check id", () => {
    const both = report(pack([check("a", { ...failed, ...advisory })]), pack([check("a", failed)]));
    expect(compareVerdicts(report(pack([check("a", passed)])), both).map(brief)).toEqual([
      "a: passed > failed, green-to-red",
    ]);
  });
});
