import { expect, it } from "vitest";
import { bestOptions, type Wanting } from "./best-options.js";

const option = (...path: string[]) => ({ path });
const nameOf = ({ path }: { path: readonly string[] }) => path.join(".");

/** A check that lacks these options; those of one list are alternatives. */
function wanting(id: string, ...lacks: string[][]): Wanting {
  return { id, lacks: lacks.map((alternatives) => alternatives.map((name) => option(name))) };
}

it("names the option that decides most first, and what each adds to those before it", () => {
  const checks = [
    wanting("a", ["task"]),
    wanting("b", ["ask"]),
    wanting("c", ["task"]),
    wanting("d", ["task"], ["ask"]),
    wanting("e", ["slow"]),
    wanting("f", ["many"]),
  ];
  expect(bestOptions(checks, nameOf)).toEqual([
    { option: "task", checks: ["a", "c"] },
    { option: "ask", checks: ["b", "d"] },
    { option: "slow", checks: ["e"] },
  ]);
});

it("names one of several options that decide the same", () => {
  const checks = [wanting("a", ["task", "discover"]), wanting("b", ["task", "discover"]), wanting("c", ["task"])];
  expect(bestOptions(checks, nameOf)).toEqual([{ option: "task", checks: ["a", "b", "c"] }]);
});

it("names nothing where nothing is lacking", () => {
  expect(bestOptions([wanting("a"), { id: "b", lacks: [[]] }], nameOf)).toEqual([]);
});

it("takes any path for what it is", () => {
  const checks = [{ id: "a", lacks: [[option("__proto__", "constructor")]] }];
  expect(bestOptions(checks, nameOf)).toEqual([{ option: "__proto__.constructor", checks: ["a"] }]);
});
