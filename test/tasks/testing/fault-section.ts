import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FaultInfo } from "@mcptest/testkit";
import { expect } from "vitest";
import { readSection } from "../../../config/fault-table.mjs";
import { root } from "../../../config/workspace.mjs";
import type { TabledFault } from "./owned-faults.js";

/** What a section is made of, but for what a run observed. */
interface Tabled {
  faults: TabledFault[];
  variants: FaultInfo[];
  categoryOf(check: string): string;
}

/** The README has the section of a run in which each owner said what it should. */
export function expectSection(
  readme: string,
  section: (parts: Tabled & { observed(name: string): string | undefined }) => string,
  tabled: Tabled,
): void {
  const expected = new Map<string, string>(tabled.faults.map(({ name, owner }) => [name, owner.verdict]));
  for (const { name, owner } of tabled.variants) if (owner?.verdict === "passed") expected.set(name, "noted");
  const text = section({ ...tabled, observed: (name: string) => expected.get(name) });
  expect(readSection(readFileSync(join(root, readme), "utf8"))).toBe(text);
}
