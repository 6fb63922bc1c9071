import { listFaults } from "@mcptest/testkit";
import { describe, expect, it } from "vitest";
import {
  expectationOf,
  isAboutTasks,
  leavesNoWire,
  notApplicable,
  pickByName,
  showsUnderRequire,
} from "./testing/baseline.js";
import { idsOf, packOf, runTasks, withServer } from "./testing/run-tasks.js";

const faults = listFaults().filter((fault) => fault.kind === "fault" && isAboutTasks(fault));
const visible = faults.filter((fault) => !leavesNoWire(fault));

/** Each fault once in its era, over the transport that its name chooses. */
const cases = visible.flatMap((fault) => {
  const [first = "http", ...others] = fault.transports;
  const transport = pickByName(fault.name, [first, ...others]);
  return fault.eras.map((era) => ({ fault, transport, era, name: fault.name }));
});

describe("one fault of the server", () => {
  it.each(cases)(
    "$name over $transport, $era: its owner says so, and no other check",
    async ({ fault, transport, era }) => {
      const served = { era, faults: [fault.name] };
      const report = await withServer(transport, served, (target) => runTasks({ target, era }));
      const pack = packOf(report);
      const expected = expectationOf(fault);
      expect(idsOf(pack, "failed")).toEqual(expected?.verdict === "failed" ? [expected.check] : []);
      expect(idsOf(pack, "warning")).toEqual(expected?.verdict === "warning" ? [expected.check] : []);
      expect(idsOf(pack, "not-applicable")).toEqual(notApplicable(transport, era));
      const open = idsOf(pack, "could-not-run");
      expect(report.exitCode).toBe(expected?.verdict === "failed" ? 1 : open.length > 0 ? 3 : 0);
    },
  );

  it("catches five of the checks red by three faults each, and more", () => {
    const red = visible.map(expectationOf).filter((expected) => expected?.verdict === "failed");
    const counts = new Map<string, number>();
    for (const expected of red) counts.set(expected!.check, (counts.get(expected!.check) ?? 0) + 1);
    expect([...counts.keys()].sort()).toEqual([
      "tasks-inline-result",
      "tasks-result-type-discipline",
      "tasks-ttl-shape",
      "tasks-undeclared-capability-rejected",
      "tasks-undeclared-creation-refused",
    ]);
    expect(Math.min(...counts.values())).toBeGreaterThanOrEqual(3);
  });
});

describe("a warning", () => {
  it("fails under --strict", async () => {
    const served = { era: "modern", faults: ["ttl-legacy-name-besides"] } as const;
    const report = await withServer("http", { ...served, faults: [...served.faults] }, (target) =>
      runTasks({ target, request: { strict: true } }),
    );
    expect(report.exitCode).toBe(1);
    expect(idsOf(packOf(report), "failed")).toEqual(["tasks-ttl-shape"]);
  });
});

const REQUIRED = "io.modelcontextprotocol/tasks";

describe.each(faults.filter(showsUnderRequire))("$name", ({ name }) => {
  const served = { era: "modern", faults: [name] } as const;
  /** A capability of 2025-11-25 is a failure of its own (I04), whatever a suite requires. */
  const shownWithoutRequire = name === "only-legacy-capability" ? ["tasks-no-legacy-capability"] : [];

  it("fails tasks-wire-resolvable alone where the extension is required", async () => {
    const report = await withServer("http", { ...served, faults: [name] }, (target) =>
      runTasks({ target, selection: { always: false, profile: undefined }, request: { require: [REQUIRED] } }),
    );
    const pack = packOf(report);
    expect(idsOf(pack, "failed")).toEqual(["tasks-wire-resolvable", ...shownWithoutRequire]);
    expect(idsOf(pack, "could-not-run")).toEqual([]);
    expect(report.exitCode).toBe(1);
  });

  it("skips the pack in a suite that does not require it, or judges what stands there in its place", async () => {
    const report = await withServer("http", { ...served, faults: [name] }, (target) =>
      runTasks({ target, selection: { always: false, profile: undefined } }),
    );
    const pack = packOf(report);
    if (shownWithoutRequire.length === 0) expect(pack).toMatchObject({ ran: false, outcome: "skipped", checks: [] });
    expect(idsOf(pack, "failed")).toEqual(shownWithoutRequire);
    expect(idsOf(pack, "not-applicable")).toHaveLength(Math.max(0, pack.checks.length - 1));
  });

  it("leaves the wire open, and nothing else, when the pack was asked for", async () => {
    const report = await withServer("http", { ...served, faults: [name] }, (target) => runTasks({ target }));
    const pack = packOf(report);
    expect(idsOf(pack, "could-not-run")).toEqual(["tasks-wire-resolvable"]);
    expect(idsOf(pack, "not-applicable")).toHaveLength(7);
    expect(pack.incompleteReason).toContain("server advertises no tasks wire on 2026-07-28");
    expect(pack.discovery).toMatchObject({ wire: "none", toolCount: 10 });
    expect(report).toMatchObject({ outcome: "incomplete", exitCode: 3 });
  });
});
