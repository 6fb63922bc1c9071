import type { ServerOptions } from "@mcptest/testkit";
import { describe, expect, it } from "vitest";
import { judge, type Lane, laneName } from "./testing/fault-table.js";
import { runNegotiation, verdictsOf, withServer } from "./testing/run-negotiation.js";

const LANES: Lane[] = [
  { era: "modern", transport: "http" },
  { era: "modern", transport: "stdio" },
  ...["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"].flatMap((version): Lane[] => [
    { era: "legacy", transport: "http", version },
    { era: "legacy", transport: "stdio", version },
  ]),
  { era: "legacy", transport: "http", version: "2024-11-05", form: "sse" },
];

const GREEN = { failed: [], warning: [], open: [], exitCode: 0 };

describe("a server that obeys", () => {
  it.each(LANES.map((lane) => [laneName(lane), lane] as const))(
    "passes over %s",
    async (_, lane) => {
      expect(await judge(lane, {})).toMatchObject(GREEN);
    },
    120_000,
  );

  it.each(["http", "stdio"] as const)(
    "of both eras passes in each, over %s",
    async (transport) => {
      const report = await withServer(transport, { era: "dual" }, (target) => runNegotiation({ target, era: "all" }));
      expect(report.servers[0]?.lanes.map(({ era }) => era)).toEqual(["modern", "legacy"]);
      expect(verdictsOf(report)).toMatchObject(GREEN);
      expect(report.servers[0]?.packs.map(({ outcome }) => outcome)).toEqual(["passed", "passed"]);
    },
    120_000,
  );

  // J10: the list need not name what is reached by a handshake; some SDKs leave it out.
  it.each(["http", "stdio"] as const)(
    "of both eras that lists the modern one alone passes in each, over %s",
    async (transport) => {
      const served: ServerOptions = { era: "dual", variants: ["modern-listed-only"] };
      const report = await withServer(transport, served, (target) => runNegotiation({ target, era: "all" }));
      const { lanes = [], packs = [] } = report.servers[0] ?? {};
      expect(lanes.map(({ era }) => era)).toEqual(["modern", "legacy"]);
      expect(packs.map(({ outcome }) => outcome)).toEqual(["passed", "passed"]);
      const checks = packs.flatMap((pack) => pack.checks);
      const bad = checks.filter(({ status }) => status !== "passed" && status !== "skipped");
      expect(bad).toEqual([]);
    },
    120_000,
  );

  it("passes when it answers with SSE", async () => {
    const report = await withServer("http", { era: "modern", answers: "sse" }, (target) => runNegotiation({ target }));
    expect(verdictsOf(report)).toMatchObject(GREEN);
  }, 120_000);
});
