import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readSection, tasksSection } from "../../config/fault-table.mjs";
import { root } from "../../config/workspace.mjs";
import { isObserved, tabledFaults } from "./testing/fault-list.js";

it("the README of the pack has each fault of the testkit, and was written when each owner said what it should", () => {
  const tabled = tabledFaults();
  const expected = new Map<string, string>(tabled.faults.map(({ name, owner }) => [name, owner.verdict]));
  for (const { name } of tabled.variants.filter(isObserved)) expected.set(name, "noted");
  const section = tasksSection({ ...tabled, observed: (name: string) => expected.get(name) });
  expect(readSection(readFileSync(join(root, "packs/tasks/README.md"), "utf8"))).toBe(section);
});
