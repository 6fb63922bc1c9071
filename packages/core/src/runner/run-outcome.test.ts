import { describe, expect, it } from "vitest";
import { reportToConformanceReport } from "../report/report-groups.js";
import { toConformanceResult } from "./conformance.js";
import { run } from "./run.js";
import { later } from "./testing/behaviours.js";
import { check, httpTarget, OFFERS_WIDGETS, onlyPack, packOf, requestFor, runChecks, select } from "./testing/setup.js";
import type { ProgressEvent } from "./types.js";

const listTools = check("lists", (verdict) => verdict.pass());

describe("what is advisory", () => {
  const checks = [
    check("old", (verdict) => verdict.pass(), { since: "1.0.0" }),
    check("new", (verdict) => verdict.fail("broken"), { since: "1.2.0" }),
    check("new-and-odd", (verdict) => verdict.warn("odd"), { since: "1.1.0" }),
  ];

  it("is reported and counted nowhere", async () => {
    const target = await httpTarget({ modern: OFFERS_WIDGETS });
    const request = requestFor([target], [select(packOf(checks, { version: "1.3.0" }))], { strict: true });
    const report = await run(request);
    expect(onlyPack(report).checks.map(({ id, advisory, status }) => [id, advisory, status])).toEqual([
      ["old", undefined, "passed"],
      ["new", true, "failed"],
      ["new-and-odd", true, "passed"],
    ]);
    expect(report).toMatchObject({ outcome: "passed", exitCode: 0, summary: { total: 1, failed: 0, warnings: 0 } });
    const counted = await run({ ...request, advisory: "count" });
    expect(counted).toMatchObject({ outcome: "failed", exitCode: 1, summary: { total: 3, failed: 2, warnings: 1 } });
  });

  it.each(["0.9.0", "2.0.0", "2.0.0-rc.1"])("is nothing of a pack of version %s", async (version) => {
    const target = await httpTarget({ modern: OFFERS_WIDGETS });
    const report = await run(requestFor([target], [select(packOf(checks, { version }))]));
    expect(onlyPack(report).checks.map(({ advisory }) => advisory)).toEqual([undefined, undefined, undefined]);
  });
});

describe("--strict", () => {
  const checks = [
    check("should", (verdict) => verdict.fail("odd"), { level: "should" }),
    check("must", (verdict) => {
      verdict.warn("doubtful");
      verdict.warn("unwise");
    }),
    check("interop", (verdict) => verdict.fail("odd"), { level: "interop" }),
    check("half", (verdict) => {
      verdict.warn("odd");
      verdict.couldNotRun("no task", { origin: "host" });
    }),
    check("broken", (verdict) => {
      verdict.warn("odd");
      verdict.fail("broken");
    }),
  ];

  it("makes a warning of must and should a failure of its check, in every count and report", async () => {
    const report = await runChecks(checks, { strict: true });
    const told = onlyPack(report).checks.map(({ id, status, error, skipReason, origin, notes }) => ({
      id,
      status,
      message: error?.message,
      rest: { skipReason, origin, notes },
    }));
    expect(told).toEqual([
      { id: "should", status: "failed", message: "--strict: odd", rest: {} },
      { id: "must", status: "failed", message: "--strict: doubtful\nunwise", rest: {} },
      { id: "interop", status: "passed", message: undefined, rest: {} },
      { id: "half", status: "failed", message: "--strict: odd", rest: { notes: ["no task"] } },
      { id: "broken", status: "failed", message: "broken", rest: {} },
    ]);
    expect(report).toMatchObject({ outcome: "failed", exitCode: 1, summary: { total: 5, passed: 1, failed: 4 } });
    expect(onlyPack(report).categorySummary).toMatchObject({ creation: { failed: 4 } });
    const { groups } = reportToConformanceReport(report);
    expect(groups[0]?.cases.filter(({ status }) => status === "failed")).toHaveLength(4);
  });

  it("is nothing unless it is asked for", async () => {
    const report = await runChecks(checks.slice(0, 3));
    expect(report).toMatchObject({ exitCode: 0, summary: { passed: 3, failed: 0, warnings: 4 } });
  });
});

describe("a run that decided nothing is incomplete", () => {
  it("when every pack was skipped", async () => {
    const target = await httpTarget({ modern: {} });
    const report = await run(requestFor([target], [select(packOf([listTools]))]));
    expect(report).toMatchObject({
      outcome: "incomplete",
      passed: false,
      exitCode: 3,
      summary: { total: 0, skippedPacks: 1 },
      servers: [{ outcome: "skipped" }],
    });
  });

  it("when no check applies", async () => {
    const report = await runChecks([check("over-stdio", () => {}, { on: { transport: "stdio" } })]);
    expect(report).toMatchObject({ outcome: "incomplete", exitCode: 3, summary: { total: 1, notApplicable: 1 } });
    expect(toConformanceResult(report.servers[0]!, onlyPack(report))).toMatchObject({
      passed: false,
      outcome: "incomplete",
      incompleteReason:
        "0 of 1 decided\n1 of 1 checks do not apply: applies where transport is stdio; here it is http (over-stdio)",
      discovery: {},
    });
  });

  it("and one that selects nothing is refused before any server is contacted", async () => {
    const target = await httpTarget({ modern: {} });
    const selections = [select(packOf([listTools]), { checkIds: ["list"] })];
    await expect(run(requestFor([target], selections))).rejects.toMatchObject({ code: "CHECK_UNKNOWN", exitCode: 2 });
    await expect(run(requestFor([], selections))).rejects.toMatchObject({ code: "NOTHING_SELECTED" });
    await expect(run(requestFor([target], []))).rejects.toMatchObject({ code: "NOTHING_SELECTED" });
  });
});

it("order and ids are those of the pack, whatever the server and the clock do", async () => {
  const order = ["z", "a", "m", "b"];
  const checks = order.map((id, index) =>
    check(id, () => later(40 - 10 * index), { phase: index % 2 ? "list" : "end" }),
  );
  const ended: string[] = [];
  const onProgress = (event: ProgressEvent) => {
    if (event.kind === "check-end") ended.push(event.result.id);
  };
  const reports = [await runChecks(checks, { onProgress }), await runChecks(checks)];
  expect(ended).not.toEqual(order);
  for (const report of reports) expect(onlyPack(report).checks.map(({ id }) => id)).toEqual(order);
});

it("tells what happens in order, and survives a listener that throws", async () => {
  const events: string[] = [];
  const onProgress = (event: ProgressEvent) => {
    events.push("exitCode" in event ? `${event.kind} ${event.exitCode}` : event.kind);
    throw new Error("in a listener");
  };
  const target = await httpTarget({ modern: OFFERS_WIDGETS });
  const second = { ...target, name: "second" };
  const pack = packOf([check("passes", (verdict) => verdict.pass())]);
  const report = await run(requestFor([target, second], [select(pack)], { onProgress }));
  const each = ["server-start", "pack-start", "check-start", "check-end", "pack-end"];
  expect(events).toEqual([...each, "decided 3", "server-end", ...each, "decided 0", "server-end"]);
  expect(report.exitCode).toBe(0);
});
