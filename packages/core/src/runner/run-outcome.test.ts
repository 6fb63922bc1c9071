import { describe, expect, it } from "vitest";
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
    expect(counted).toMatchObject({ outcome: "failed", exitCode: 1, summary: { total: 3, failed: 1, warnings: 1 } });
  });

  it.each(["0.9.0", "2.0.0", "2.0.0-rc.1"])("is nothing of a pack of version %s", async (version) => {
    const target = await httpTarget({ modern: OFFERS_WIDGETS });
    const report = await run(requestFor([target], [select(packOf(checks, { version }))]));
    expect(onlyPack(report).checks.map(({ advisory }) => advisory)).toEqual([undefined, undefined, undefined]);
  });
});

it("--strict fails for warnings of should, not of interop", async () => {
  const warns = (level: "should" | "interop") => check("warns", (verdict) => verdict.fail("odd"), { level });
  const codes = [
    (await runChecks([warns("should")])).exitCode,
    (await runChecks([warns("should")], { strict: true })).exitCode,
    (await runChecks([warns("interop")], { strict: true })).exitCode,
  ];
  expect(codes).toEqual([0, 1, 0]);
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
      incompleteReason: "0 of 1 decided",
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
