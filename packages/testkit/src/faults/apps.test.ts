import { MODERN_VERSIONS } from "@mcptest/pack";
import { beforeAll, describe, expect, test } from "vitest";
import { runApps } from "../testing/apps-script.js";
import { expectedApps, expectedSteps } from "../testing/expected-apps.js";
import { REVISIONS } from "../testing/revisions.js";
import { changedSteps, type Steps } from "../testing/script.js";
import { listFaults } from "./registry.js";
import type { FaultInfo } from "./types.js";

const all = listFaults().filter(({ on }) => on === "apps");

/** Each revision, and each transport in either era. */
const lanes = [
  { version: "2026-07-28", transport: "http" },
  { version: "2026-07-28", transport: "stdio" },
  ...REVISIONS.map((version, index) => ({ version, transport: index % 2 === 0 ? "http" : "stdio" }) as const),
] as const;

describe.each(lanes)("in $version over $transport", ({ version, transport }) => {
  const era = MODERN_VERSIONS.includes(version) ? "modern" : "legacy";
  const shows = ({ eras, versions, transports }: FaultInfo) =>
    eras.includes(era) && (era === "modern" || (versions?.includes(version) ?? true)) && transports.includes(transport);
  let obeying: Steps;
  beforeAll(async () => {
    obeying = await runApps(transport, version, {});
  });

  test("an obeying server says the same twice", async () => {
    expect(changedSteps(obeying, await runApps(transport, version, {}))).toEqual([]);
  });

  test.each(all.filter(shows))("$name changes these steps and no others", async ({ name, kind }) => {
    const changed = kind === "variant" ? { variants: [name] } : { faults: [name] };
    const differ = changedSteps(obeying, await runApps(transport, version, changed));
    // Some steps are there in one era only.
    const expected = (expectedSteps(name) ?? []).filter((step) => obeying.has(step));
    expect(differ.sort()).toEqual([...expected].sort());
    expect(differ).not.toEqual([]);
  });
});

test("every fault and variant of the Apps server has its steps, and a rule", () => {
  const names = all.map(({ name }) => name);
  expect(names.filter((name) => expectedSteps(name) === undefined)).toEqual([]);
  expect(Object.keys(expectedApps).filter((name) => !names.includes(name))).toEqual([]);
  for (const { kind, owner } of all) if (kind === "fault") expect(owner?.check).toMatch(/^apps-/);
});
