import type { Check } from "@mcptest/pack";
import { describe, expect, it } from "vitest";
import { reportToConformanceReport } from "../report/index.js";
import type { Toleration, TolerationState } from "../report/model.js";
import { run } from "./run.js";
import { check, httpTarget, OFFERS_WIDGETS, onlyPack, packOf, requestFor, runChecks, select } from "./testing/setup.js";
import type { RunRequest } from "./types.js";

const LANE = "http-modern-2026-07-28";
const PACK = "mcptest-pack-widgets";

const broken = check("broken", (verdict) => verdict.fail("it is broken", [1]));
const twice = check("twice", (verdict) => {
  verdict.fail("a is broken", [1], { subject: "a" });
  verdict.fail("b is broken", [1], { subject: "b" });
});
const half = check("half", (verdict) => {
  verdict.fail("a is broken", [1], { subject: "a" });
  verdict.couldNotRun("b is gone", { about: { subject: "b" } });
});
const odd = check("odd", (verdict) => verdict.warn("it is odd", [1]), { level: "should" });
const oddTwice = check("odd-twice", (verdict) => {
  verdict.warn("a is odd", [1], { subject: "a" });
  verdict.warn("b is odd", [1], { subject: "b" });
});
const mixed = check("mixed", (verdict) => {
  verdict.fail("a is broken", [1], { subject: "a" });
  verdict.warn("b is odd", [1], { subject: "b" });
});
const fine = check("fine", () => {});
const finds = check("finds", (verdict) => {
  verdict.pass({ subject: "a" });
  verdict.note("worth reading", [1], { subject: "b" });
});
const lost = check("lost", (verdict) => verdict.couldNotRun("no tool"));
const elsewhere = check("elsewhere", () => {}, { on: { transport: "stdio" } });

type Entry = Omit<Toleration, "reason">;
type Row = [name: string, checks: Check[], entry: Entry, exitCode: number, state: TolerationState, strict?: boolean];

const ROWS: Row[] = [
  ["a violation", [broken], { check: "broken" }, 0, "applied"],
  [
    "a violation, by all parts of its key",
    [broken],
    { check: "broken", server: "small", lane: LANE, pack: PACK },
    0,
    "applied",
  ],
  ["a violation on its last day and before", [broken], { check: "broken", until: "2999-12-31" }, 0, "applied"],
  ["a violation after the last day", [broken], { check: "broken", until: "2020-01-31" }, 1, "expired"],
  ["a violation elsewhere: another server", [broken], { check: "broken", server: "other" }, 1, "undecided"],
  [
    "a violation elsewhere: another lane",
    [broken],
    { check: "broken", lane: "stdio-legacy-2025-11-25" },
    1,
    "undecided",
  ],
  ["a violation elsewhere: another pack", [broken], { check: "broken", pack: "mcptest-pack-other" }, 1, "undecided"],
  ["a violation elsewhere: another check", [broken, elsewhere], { check: "elsewhere" }, 1, "undecided"],
  ["a violation without a subject, by a subject", [broken], { check: "broken", subject: "a" }, 1, "undecided"],
  ["every subject of a check", [twice], { check: "twice" }, 0, "applied"],
  ["one subject of two", [twice], { check: "twice", subject: "a" }, 1, "applied"],
  ["a violation beside what could not run", [half], { check: "half" }, 3, "applied"],
  ["a warning", [odd], { check: "odd" }, 0, "applied"],
  ["a warning that --strict would fail", [odd], { check: "odd" }, 0, "applied", true],
  ["one warning of two under --strict", [oddTwice], { check: "odd-twice", subject: "a" }, 1, "applied", true],
  ["both warnings under --strict", [oddTwice], { check: "odd-twice" }, 0, "applied", true],
  ["what has passed", [fine], { check: "fine" }, 1, "stale"],
  ["what has passed, by a subject, where the check lists none", [fine], { check: "fine", subject: "a" }, 1, "stale"],
  ["a subject that has passed", [finds], { check: "finds", subject: "a" }, 1, "stale"],
  ["a subject about which nothing was decided", [finds], { check: "finds", subject: "b" }, 0, "undecided"],
  ["a subject that is not there any more", [finds], { check: "finds", subject: "c" }, 0, "undecided"],
  ["what has passed, after the last day", [fine], { check: "fine", until: "2020-01-31" }, 0, "expired"],
  ["what could not run", [fine, lost], { check: "lost" }, 3, "undecided"],
  ["what could not run, by a subject", [fine, half], { check: "half", subject: "b" }, 1, "undecided"],
  ["what cannot apply", [fine, elsewhere], { check: "elsewhere" }, 0, "undecided"],
  ["a failing subject beside one with a plain warning", [mixed], { check: "mixed", subject: "a" }, 0, "applied"],
  [
    "a failing subject beside a plain warning, under --strict",
    [mixed],
    { check: "mixed", subject: "a" },
    1,
    "applied",
    true,
  ],
  ["a warning beside a failing subject", [mixed], { check: "mixed", subject: "b" }, 1, "applied"],
  ["a warning beside a failing subject, under --strict", [mixed], { check: "mixed", subject: "b" }, 1, "applied", true],
  ["both of them, under --strict", [mixed], { check: "mixed" }, 0, "applied", true],
];

it.each(ROWS)("%s", async (_name, checks, entry, exitCode, state, strict = false) => {
  const report = await runChecks([fine, ...checks.filter((other) => other !== fine)], {
    strict,
    tolerate: [{ ...entry, reason: "known" }],
  });
  expect(report.tolerations).toEqual([{ ...entry, reason: "known", state }]);
  expect(report.exitCode).toBe(exitCode);
  expect(report.passed).toBe(exitCode === 0);
  expect(report.outcome).toBe(exitCode === 0 ? "passed" : exitCode === 1 ? "failed" : "incomplete");
});

describe("a tolerated violation", () => {
  it("stays a violation with its evidence, and is counted apart", async () => {
    const report = await runChecks([fine, twice], { tolerate: [{ check: "twice", reason: "known" }] });
    const pack = onlyPack(report);
    expect(pack.checks[1]).toMatchObject({
      status: "failed",
      tolerated: "known",
      error: { message: "a is broken (and 1 more)" },
      subjects: [
        { subject: "a", status: "failed", tolerated: "known", evidence: [1] },
        { subject: "b", status: "failed", tolerated: "known", evidence: [1] },
      ],
    });
    expect(pack.summary).toBe("1/2 checks passed, 0 failed, 0 could not run, 0 not applicable, 1 tolerated");
    expect(pack.categorySummary).toEqual({
      creation: { total: 2, passed: 1, failed: 0, skipped: 0, couldNotRun: 0, tolerated: 1 },
    });
    expect(report.summary).toMatchObject({ total: 2, passed: 1, failed: 0, tolerated: 1 });
    expect(reportToConformanceReport(report).groups[0]).toMatchObject({
      passed: true,
      cases: [{ id: "fine" }, { id: "twice", status: "failed", tolerated: "known" }],
    });
  });

  it("leaves the rest of the check a failure", async () => {
    const report = await runChecks([twice], { tolerate: [{ check: "twice", subject: "a", reason: "known" }] });
    const [result] = onlyPack(report).checks;
    expect(result).not.toHaveProperty("tolerated");
    expect(result?.subjects?.map(({ tolerated }) => tolerated)).toEqual(["known", undefined]);
  });

  it.each([
    ["a failing subject of two", twice, "a", false, "b is broken"],
    ["a failing subject, under --strict beside a warning", mixed, "a", true, "--strict: b is odd"],
    ["a warning, under --strict beside a failing subject", mixed, "b", true, "a is broken"],
    ["a warning of two, under --strict", oddTwice, "a", true, "--strict: b is odd"],
    ["nothing, of two warnings under --strict", oddTwice, "c", true, "--strict: a is odd\nb is odd"],
  ])("is not what the error says: %s", async (_name, tested, subject, strict, message) => {
    const tolerate = [{ check: tested.id, subject, reason: "known" }];
    const [result] = onlyPack(await runChecks([tested], { strict, tolerate })).checks;
    expect(result).toMatchObject({ status: "failed", error: { message } });
    expect(result).not.toHaveProperty("tolerated");
  });

  it("is one that the run requires, too", async () => {
    const target = await httpTarget({ modern: {} });
    const request = requestFor([target], [select(packOf([fine]))], { require: ["com.example/other"] });
    const tolerate = [{ check: "extension-required", subject: "com.example/other", reason: "next month" }];
    expect((await run(request)).exitCode).toBe(1);
    expect((await run({ ...request, tolerate })).exitCode).toBe(0);
  });
});

describe("an entry", () => {
  const installed = select(packOf([broken]));
  const aliased = { ...installed, loaded: { ...installed.loaded, key: "widgets-next" } };

  it.each([
    [PACK, 0],
    ["widgets-next", 0],
    ["widgets-old", 1],
  ])("names the pack %s by its name or its alias", async (pack, exitCode) => {
    const target = await httpTarget({ modern: OFFERS_WIDGETS });
    const tolerate = [{ check: "broken", pack, reason: "known" }];
    const report = await run(requestFor([target], [aliased], { tolerate }));
    expect(report.exitCode).toBe(exitCode);
    expect(onlyPack(report)).toMatchObject({ name: PACK, alias: "widgets-next" });
  });

  it.each([
    [{ check: "brokn" }, `tolerate: there is no check "brokn" in ${PACK}. Did you mean "broken"?`],
    [
      { check: "brokn", pack: "widgets-next" },
      'tolerate: there is no check "brokn" in widgets-next. Did you mean "broken"?',
    ],
    [{ check: "extension-required", pack: PACK }, `tolerate: there is no check "extension-required" in ${PACK}.`],
  ])("of a check that no pack has is an error before any server is contacted: %j", async (entry, message) => {
    const target = await httpTarget({ modern: OFFERS_WIDGETS });
    const request = requestFor([target], [aliased], { tolerate: [{ ...entry, reason: "known" }] });
    await expect(run(request)).rejects.toMatchObject({
      code: "CHECK_UNKNOWN",
      message: expect.stringContaining(message),
    });
  });

  it.each([
    [{ check: "brokn", pack: "mcptest-pack-other" }, true],
    [{ check: "brokn" }, false],
  ])("may be for a pack that is not in the run: %j", async (entry, hasEveryPack) => {
    const report = await runChecks([fine], { tolerate: [{ ...entry, reason: "known" }], hasEveryPack });
    expect(report.tolerations).toMatchObject([{ state: "undecided" }]);
  });
});

describe("an entry is not stale", () => {
  const stale = { check: "fine", reason: "known" };

  async function statesOf(more: Partial<RunRequest>) {
    const report = await runChecks([fine], { tolerate: [stale], ...more });
    return { exitCode: report.exitCode, states: report.tolerations?.map(({ state }) => state) };
  }

  it("when the run leaves out what it may mean", async () => {
    expect(await statesOf({})).toEqual({ exitCode: 1, states: ["stale"] });
    expect(await statesOf({ judgesStale: () => false })).toEqual({ exitCode: 0, states: ["undecided"] });
  });

  it("when the run was stopped", async () => {
    const controller = new AbortController();
    const stops = check("stops", () => controller.abort("SIGTERM"), { phase: "end" });
    const report = await runChecks([fine, stops], { tolerate: [stale], signal: controller.signal });
    expect(report).toMatchObject({ complete: false, exitCode: 143, tolerations: [{ state: "undecided" }] });
  });

  it("when it may mean another server, where the check failed, could not run, or that could not be tested", async () => {
    const targets = [await httpTarget({ modern: OFFERS_WIDGETS }), await httpTarget({ modern: OFFERS_WIDGETS })];
    const [one, other] = [
      { ...targets[0]!, name: "one" },
      { ...targets[1]!, name: "other" },
    ];
    let calls = 0;
    const flaky = check("fine", (verdict) => {
      if (++calls === 2) verdict.couldNotRun("no tool");
    });
    const dead = { ...other, url: "http://127.0.0.1:1/mcp" };
    const tolerate = [stale, { ...stale, server: "one" }];
    const unclear = await run(requestFor([one, other], [select(packOf([flaky]))], { tolerate }));
    expect(unclear.tolerations?.map(({ state }) => state)).toEqual(["undecided", "stale"]);
    const untested = await run(requestFor([one, dead], [select(packOf([fine]))], { tolerate }));
    expect(untested.tolerations?.map(({ state }) => state)).toEqual(["undecided", "stale"]);
  });
});

it("tells the exit code of a stale entry before the teardown", async () => {
  const codes: number[] = [];
  await runChecks([fine], {
    tolerate: [{ check: "fine", reason: "known" }],
    onProgress: (event) => event.kind === "decided" && codes.push(event.exitCode),
  });
  expect(codes).toEqual([1]);
});
