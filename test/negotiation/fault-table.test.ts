import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { negotiationSection, readSection } from "../../config/fault-table.mjs";
import { root } from "../../config/workspace.mjs";
import { tabledFaults } from "./testing/fault-table.js";

it("the README of the pack has each fault of the testkit, and was written when each owner said what it should", () => {
  const tabled = tabledFaults();
  const expected = new Map<string, string>(tabled.faults.map(({ name, owner }) => [name, owner.verdict]));
  for (const { name, owner } of tabled.variants) if (owner?.verdict === "passed") expected.set(name, "noted");
  const section = negotiationSection({ ...tabled, observed: (name: string) => expected.get(name) });
  expect(readSection(readFileSync(join(root, "packs/negotiation/README.md"), "utf8"))).toBe(section);
});
