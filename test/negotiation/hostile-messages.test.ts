import { DEFAULT_LIMITS } from "@mcptest/core/wire";
import type { Transport } from "@mcptest/pack";
import { listFaults } from "@mcptest/testkit";
import { describe, expect, it } from "vitest";
import { runNegotiation, verdictsOf, withServer } from "./testing/run-negotiation.js";

/** The checks that own a hostile trait of the testkit, and two that make a server speak. */
const CHECKS = [
  "rpc-response-id-echo",
  "rpc-result-xor-error",
  "rpc-error-shape",
  "rpc-batch",
  "rpc-method-not-found",
  "resource-not-found-shape",
  "stdio-line-framing",
  "stdio-stdout-clean",
  "stdio-exit-on-eof",
];

/** A server that answers with foreign ids never answers; nothing that is judged here needs its time. */
const LIMITS = { ...DEFAULT_LIMITS, requestTimeoutMs: 1_500, shutdownGraceMs: 500 };

const traits = listFaults().filter(({ kind, owner }) => kind === "hostile" && CHECKS.includes(owner?.check ?? ""));
const cases = traits.flatMap(({ name, owner, transports }) =>
  transports.flatMap((transport) => [
    { name, owner, transport, era: "modern" as const },
    ...(owner?.check === "stdio-exit-on-eof" ? [] : [{ name, owner, transport, era: "legacy" as const }]),
  ]),
);

async function judge(name: string, transport: Transport, era: "modern" | "legacy") {
  const report = await withServer(transport, { era, faults: [name] }, (target) =>
    runNegotiation({ target, era, checkIds: CHECKS, request: { limits: LIMITS } }),
  );
  return verdictsOf(report);
}

describe("a hostile trait", () => {
  it("of each owner is among those that are judged", () => {
    expect(new Set(traits.map(({ owner }) => owner?.check))).toEqual(
      new Set([
        "rpc-batch",
        "rpc-response-id-echo",
        "rpc-result-xor-error",
        "rpc-error-shape",
        "stdio-stdout-clean",
        "stdio-exit-on-eof",
      ]),
    );
  });

  it.each(cases)(
    "$name over $transport, $era: $owner.check says so, and no other of these checks",
    async ({ name, owner, transport, era }) => {
      const { failed, warning } = await judge(name, transport, era);
      expect(failed).toEqual(owner?.verdict === "failed" ? [owner.check] : []);
      expect(warning.filter((id) => id !== owner?.check)).toEqual([]);
      if (owner?.verdict === "warning") expect(warning).toEqual([owner.check]);
    },
    120_000,
  );
});
