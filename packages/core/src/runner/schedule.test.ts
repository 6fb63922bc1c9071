import type { Phase } from "@mcptest/pack";
import { expect, it } from "vitest";
import { type Job, runInPhases } from "./schedule.js";
import { check } from "./testing/setup.js";

it("runs phases in order, and what may change state after the rest of its phase", async () => {
  const order: string[] = [];
  const job = (id: string, phase: string, mayChange = false): Job => ({
    check: check(id, () => {}, { phase: phase as Phase, mayChange }),
    run: async () => void order.push(id),
  });
  await runInPhases([
    job("unknown", "afterwards"),
    job("end", "end"),
    job("probe-changes", "probe", true),
    job("probe", "probe"),
    job("list", "list"),
    job("change", "change"),
    job("provoke", "provoke"),
  ]);
  expect(order).toEqual(["list", "provoke", "probe", "probe-changes", "change", "unknown", "end"]);
});

it("runs what reads the transcript last, when everything was prepared for it", async () => {
  const order: string[] = [];
  const job = (id: string, more: Parameters<typeof check>[2]): Job => ({
    check: check(id, () => {}, { phase: "end", ...more }),
    prepare: async (mayChange) => void order.push(`${id} prepares ${mayChange}`),
    run: async () => void order.push(id),
  });
  const provoke = job("provoke", { phase: "provoke" });
  await runInPhases([
    job("reads", { reads: "transcript" }),
    job("changes", { mayChange: true }),
    job("end", {}),
    provoke,
  ]);
  expect(order).toEqual(["reads prepares false", "provoke", "end", "reads prepares true", "changes", "reads"]);
});

it("runs everything inside a phase at once", async () => {
  let arrived = 0;
  let open = () => {};
  const all = new Promise<void>((resolve) => {
    open = resolve;
  });
  const job = (id: string): Job => ({
    check: check(id, () => {}),
    run: async () => {
      arrived += 1;
      if (arrived === 3) open();
      await all;
    },
  });
  await runInPhases([job("a"), job("b"), job("c")]);
  expect(arrived).toBe(3);
});
