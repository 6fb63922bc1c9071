import type { CheckResult, Report } from "@mcptest/core/report";
import { LEGACY_VERSIONS, type Transport } from "@mcptest/pack";
import { describe, expect, it } from "vitest";
import { runNegotiation, verdictsOf } from "../negotiation/testing/run-negotiation.js";
import { notedVerdictsOf } from "../tasks/testing/owned-faults.js";
import { packOf } from "../tasks/testing/run-tasks.js";
import { runApps, withServer } from "./testing/run-apps.js";

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

describe("an Apps server that obeys", () => {
  it.each(
    TRANSPORTS.flatMap((transport) =>
      ["2026-07-28", ...LEGACY_VERSIONS].map((version) => [version, transport] as const),
    ),
  )(
    "passes on %s over %s, with every check decided",
    async (version, transport) => {
      const isModern = version === "2026-07-28";
      const served = isModern ? { era: "modern" as const } : { era: "legacy" as const, versions: [version] };
      const report = await withServer(transport, served, (target) => runApps({ target }));
      expect(notedVerdictsOf(report)).toMatchObject(GREEN);
      // Output schemas came with 2025-06-18.
      const older = version < "2025-06-18" ? ["apps-result-outputschema"] : [];
      expect(undecided(report)).toEqual([isModern ? "apps-ping-after-view" : "apps-percall-capability", ...older]);
      expect(packOf(report).notSelected).toEqual([]);
    },
    TEST_MS,
  );

  it(
    "passes over HTTP+SSE",
    async () => {
      const report = await withServer("http", { era: "legacy", versions: ["2024-11-05"], http: "sse" }, (target) =>
        runApps({ target }),
      );
      expect(notedVerdictsOf(report)).toMatchObject(GREEN);
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
