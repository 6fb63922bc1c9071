import type { CheckResult, Report } from "@mcptest/core/report";
import { LEGACY_VERSIONS, type Transport } from "@mcptest/pack";
import { describe, expect, it } from "vitest";
import { runNegotiation, verdictsOf } from "../negotiation/testing/run-negotiation.js";
import { notedVerdictsOf } from "../tasks/testing/owned-faults.js";
import { packOf } from "../tasks/testing/run-tasks.js";
import { runSkills, withServer } from "./testing/run-skills.js";

const GREEN = { failed: [], warning: [], open: [], exitCode: 0 };
const TRANSPORTS: Transport[] = ["http", "stdio"];
const TEST_MS = 120_000;

/** Checks that do not apply. */
function undecided(report: Report): string[] {
  const isLeft = ({ status }: CheckResult) => status === "skipped";
  return packOf(report)
    .checks.filter(isLeft)
    .map(({ id }) => id);
}

describe("a Skills server that obeys", () => {
  it.each(
    TRANSPORTS.flatMap((transport) =>
      ["2026-07-28", ...LEGACY_VERSIONS].map((version) => [version, transport] as const),
    ),
  )(
    "passes on %s over %s, with every check decided",
    async (version, transport) => {
      const isModern = version === "2026-07-28";
      const served = isModern ? { era: "modern" as const } : { era: "legacy" as const, versions: [version] };
      const report = await withServer(transport, served, (target) => runSkills({ target }));
      expect(notedVerdictsOf(report)).toMatchObject(GREEN);
      const declared = ["skills-undeclared-methods", "skills-dir-undeclared"];
      expect(undecided(report).sort()).toEqual([...declared, ...(isModern ? [] : ["skills-list-cache-fields"])].sort());
      expect(packOf(report).notSelected).toEqual([]);
      expect(packOf(report).discovery).toMatchObject({ skillCount: 4, directoryRead: true, filesVerified: 11 });
    },
    TEST_MS,
  );

  it.each(TRANSPORTS)(
    "has nothing that the negotiation pack blames, over %s",
    async (transport) => {
      const report = await withServer(transport, { era: "dual" }, (target) =>
        runNegotiation({ target, era: "all", options: {} }),
      );
      expect(verdictsOf(report)).toMatchObject({ failed: [], warning: [] });
    },
    TEST_MS,
  );
});
