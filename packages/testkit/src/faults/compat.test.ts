import { beforeAll, describe, expect, test } from "vitest";
import { expectedMapped } from "../testing/expected-mapped.js";
import { runMapped } from "../testing/mapped-script.js";
import { REVISIONS } from "../testing/revisions.js";
import { changedSteps, type Steps } from "../testing/script.js";
import { listFaults } from "./registry.js";
import type { FaultInfo } from "./types.js";

const all = listFaults().filter(({ on }) => on === "mapped");

/** Each revision and each transport. */
const lanes = REVISIONS.map((version, index) => ({ version, transport: index % 2 === 0 ? "http" : "stdio" }) as const);

/** The eras of the server on which a fault shows. */
function eraOf({ eras }: FaultInfo): "legacy" | "dual" {
  return eras.length > 1 ? "dual" : "legacy";
}

describe.each(lanes)("in $version over $transport", ({ version, transport }) => {
  const obeying = new Map<string, Steps>();
  beforeAll(async () => {
    for (const era of ["legacy", "dual"] as const) obeying.set(era, await runMapped(transport, version, { era }));
  });

  test.each(["legacy", "dual"] as const)("an obeying %s server says the same twice", async (era) => {
    const again = await runMapped(transport, version, { era });
    expect(changedSteps(obeying.get(era) as Steps, again)).toEqual([]);
  });

  test.each(all)("$name changes these steps and no others", async (fault) => {
    const era = eraOf(fault);
    const changed = fault.kind === "variant" ? { variants: [fault.name] } : { faults: [fault.name] };
    const steps = await runMapped(transport, version, { era, ...changed });
    const differ = changedSteps(obeying.get(era) as Steps, steps);
    expect(differ.sort()).toEqual([...(expectedMapped[fault.name] ?? [])].sort());
    expect(differ).not.toEqual([]);
  });
});

test("every fault and variant of the mapped server has its steps, and a rule", () => {
  expect(Object.keys(expectedMapped).sort()).toEqual(all.map(({ name }) => name).sort());
  for (const { kind, owner } of all) if (kind === "fault") expect(owner?.check).toMatch(/^compat-/);
});
