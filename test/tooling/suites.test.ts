import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checksBudget, suites, wholeBudget } from "../../config/suites.mjs";
import { root } from "../../config/workspace.mjs";

test("test/README.md tells the suites and budgets that npm test has", () => {
  const rows = readFileSync(join(root, "test/README.md"), "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .map((cells) => [cells[1], Number(cells[4])])
    .filter(([, budget]) => Number.isFinite(budget));
  expect(rows).toEqual([["checks", checksBudget], ...suites.map((suite) => [suite.name, suite.budget])]);
});

test("the budgets of the suites fit into the whole", () => {
  const sum = suites.reduce((minutes, suite) => minutes + suite.budget, checksBudget);
  expect(sum).toBeLessThanOrEqual(wholeBudget);
});
