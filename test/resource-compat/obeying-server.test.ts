import type { CheckResult, Report } from "@mcptest/core/report";
import { LEGACY_VERSIONS, type Transport } from "@mcptest/pack";
import { describe, expect, it } from "vitest";
import { runNegotiation, verdictsOf } from "../negotiation/testing/run-negotiation.js";
import { notedVerdictsOf } from "../tasks/testing/owned-faults.js";
import { packOf } from "../tasks/testing/run-tasks.js";
import { runCompat, withServer } from "./testing/run-compat.js";

const GREEN = { failed: [], warning: [], open: [], exitCode: 0 };
const TRANSPORTS: Transport[] = ["http", "stdio"];
const TEST_MS = 120_000;

/** What does not apply, with why. */
function undecided(report: Report): [string, string | undefined][] {
  const isLeft = ({ status }: CheckResult) => status === "skipped";
  return packOf(report)
    .checks.filter(isLeft)
    .map(({ id, error }) => [id, error?.message]);
}

describe("a mapped server that obeys", () => {
  it.each(TRANSPORTS.flatMap((transport) => LEGACY_VERSIONS.map((version) => [version, transport] as const)))(
    "passes on %s over %s, with every check decided",
    async (version, transport) => {
      const report = await withServer(transport, { era: "dual", versions: [version] }, (target) =>
        runCompat({ target }),
      );
      expect(notedVerdictsOf(report)).toMatchObject(GREEN);
      expect(undecided(report)).toEqual([]);
      expect(packOf(report).notSelected).toEqual([]);
    },
    TEST_MS,
  );

  it.each(TRANSPORTS)(
    "passes on all older revisions in one run over %s",
    async (transport) => {
      const report = await withServer(transport, { era: "legacy" }, (target) => runCompat({ target }));
      expect(notedVerdictsOf(report)).toMatchObject(GREEN);
      expect(undecided(report)).toEqual([
        ["compat-same-interface-native", expect.stringMatching(/^the server does not speak 2026-07-28: /)],
      ]);
      const looked = packOf(report).checks.find(({ id }) => id === "compat-manifest-shape");
      expect(looked?.details).toEqual({ revisions: LEGACY_VERSIONS });
    },
    TEST_MS,
  );

  it(
    "passes over HTTP+SSE",
    async () => {
      const report = await withServer("http", { era: "legacy", versions: ["2024-11-05"], http: "sse" }, (target) =>
        runCompat({ target }),
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
      expect(report.servers[0]?.packs.map(({ outcome }) => outcome)).toEqual(["passed", "passed"]);
    },
    TEST_MS,
  );
});
