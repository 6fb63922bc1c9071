import type { Level, Verdict } from "@mcptest/pack";
import { describe, expect, it } from "vitest";
import { createRedactor } from "../wire/redact.js";
import { createCollector, judge } from "./verdict.js";

const redact = createRedactor(["CANARY-SECRET"]).value;

describe.each([false, true])("a verdict (cloned arguments: %s)", (clone) => {
  function judged(say: (verdict: Verdict) => void, level: Level = "must") {
    const collector = createCollector({ redact, isExchange: (number) => [1, 2, 3, 4].includes(number), clone });
    say(collector.verdict);
    return judge(level, collector.end());
  }

  it("without a finding is passed", () => {
    expect(judged(() => {})).toEqual({ status: "passed" });
  });

  it("of a violation depends on the level", () => {
    const say = (verdict: Verdict) => verdict.fail("broken", [2, 1, 2]);
    expect(judged(say, "must")).toEqual({ status: "failed", error: { message: "broken" }, evidence: [1, 2] });
    expect(judged(say, "should")).toEqual({ status: "passed", warnings: ["broken"], evidence: [1, 2] });
    expect(judged(say, "interop")).toEqual({ status: "passed", warnings: ["broken"], evidence: [1, 2] });
    expect(judged(say, "info")).toEqual({ status: "passed", notes: ["broken"], evidence: [1, 2] });
  });

  it("of a warning is a warning, and of an info check a note", () => {
    const say = (verdict: Verdict) => verdict.warn("odd");
    expect(judged(say, "must")).toEqual({ status: "passed", warnings: ["odd"] });
    expect(judged(say, "info")).toEqual({ status: "passed", notes: ["odd"] });
  });

  it("is the worst of its findings, whatever their order", () => {
    const all = (verdict: Verdict) => {
      verdict.pass({ subject: "a" });
      verdict.fail("one is broken", [1], { subject: "b", variant: "strict" });
      verdict.couldNotRun("one is missing", { about: { subject: "c" }, origin: "host" });
      verdict.warn("one is odd", [3], { subject: "d" });
      verdict.note("one is worth a word");
      verdict.fail("another is broken", [2]);
    };
    expect(judged(all)).toEqual({
      status: "failed",
      error: { message: "one is broken (and 1 more)" },
      warnings: ["one is odd"],
      notes: ["one is worth a word"],
      subjects: [
        { subject: "a", status: "passed", evidence: [] },
        { subject: "b", variant: "strict", status: "failed", message: "one is broken", evidence: [1] },
        { subject: "c", status: "could-not-run", message: "one is missing", evidence: [] },
        { subject: "d", status: "warning", message: "one is odd", evidence: [3] },
        { status: "note", message: "one is worth a word", evidence: [] },
        { status: "failed", message: "another is broken", evidence: [2] },
      ],
      evidence: [1, 2, 3],
    });
  });

  it("of what could not run has its reason and origin", () => {
    const say = (verdict: Verdict) => verdict.couldNotRun("no task", { origin: "environment", evidence: [4] });
    expect(judged(say)).toEqual({
      status: "skipped",
      skipReason: "could-not-run",
      origin: "environment",
      error: { message: "no task" },
      evidence: [4],
    });
  });

  it("is not-applicable unless something was judged", () => {
    const reason = "over stdio there is no header";
    const skipped = { status: "skipped", skipReason: "not-applicable", error: { message: reason } };
    expect(judged((verdict) => verdict.notApplicable(reason))).toEqual(skipped);
    const both = (verdict: Verdict, more: () => void) => {
      verdict.notApplicable(reason);
      more();
    };
    expect(judged((verdict) => both(verdict, () => verdict.note("seen"))).skipReason).toBe("not-applicable");
    expect(judged((verdict) => both(verdict, () => verdict.pass())).status).toBe("passed");
    expect(judged((verdict) => both(verdict, () => verdict.warn("odd"))).status).toBe("passed");
    expect(judged((verdict) => both(verdict, () => verdict.fail("broken"))).status).toBe("failed");
    expect(judged((verdict) => both(verdict, () => verdict.couldNotRun("lost"))).skipReason).toBe("could-not-run");
  });

  it("keeps only evidence that exists", () => {
    const say = (verdict: Verdict) => verdict.fail("broken", [0, 3, -1, 99, 1.5, Number.NaN, "1" as never]);
    expect(judged(say).evidence).toEqual([3]);
    expect(judged((verdict) => verdict.fail("broken", "12" as never))).not.toHaveProperty("evidence");
  });

  it("collects details, the last of a name", () => {
    expect(
      judged((verdict) => {
        verdict.detail("probes", [{ method: "tasks/get" }]);
        verdict.detail("probes", 2);
        verdict.detail("__proto__", "own");
      }).details,
    ).toEqual(JSON.parse('{"probes": 2, "__proto__": "own"}'));
  });

  it("shows no secret", () => {
    const say = (verdict: Verdict) => {
      verdict.fail("got CANARY-SECRET", [], { subject: "CANARY-SECRET" });
      verdict.warn("CANARY-SECRET");
      verdict.notApplicable("CANARY-SECRET");
      verdict.detail("CANARY-SECRET", "CANARY-SECRET");
    };
    expect(JSON.stringify(judged(say))).not.toContain("CANARY");
  });

  it("is bounded, and loses neither the worst finding nor the count of the rest", () => {
    const result = judged((verdict) => {
      for (let index = 0; index < 5_000; index++) verdict.pass({ subject: `s${index}` });
      verdict.fail("x".repeat(100_000));
      for (let index = 0; index < 5_000; index++) verdict.detail(`d${index}`, index);
    });
    expect(result.status).toBe("failed");
    expect(result.error?.message).toHaveLength(4_000);
    expect(result.subjects).toHaveLength(1_001);
    expect(result.notes).toEqual(["4000 more findings were left out"]);
    expect(Object.keys(result.details ?? {})).toHaveLength(100);
  });

  it("takes nothing after its end", () => {
    const collector = createCollector({ redact, isExchange: () => true, clone });
    const collected = collector.end();
    collector.verdict.fail("too late");
    collector.verdict.notApplicable("too late");
    collector.verdict.detail("late", 1);
    expect(judge("must", collected)).toEqual({ status: "passed" });
  });
});

it("refuses what another process could not send, when arguments are cloned", () => {
  const { verdict } = createCollector({ redact, isExchange: () => true, clone: true });
  expect(() => verdict.detail("fn", () => 0)).toThrow(/could not be cloned/);
});
