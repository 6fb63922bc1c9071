import type { Era, Transport } from "@mcptest/pack";
import { type SenderFault, senderFaults } from "@mcptest/testkit";
import { describe, expect, it } from "vitest";
import { idsOf, packOf, runTasks, withServer } from "./testing/run-tasks.js";

const faults = Object.entries(senderFaults as Record<string, SenderFault>).map(([name, fault]) => ({ name, ...fault }));

describe("a request of ours that is changed on its way out", () => {
  const cases = faults.flatMap((fault) => {
    const era: Era = fault.rule === "H46" ? "legacy" : "modern";
    const transports: Transport[] = fault.rule === "I74" ? ["http"] : ["http", "stdio"];
    return transports.map((transport) => ({ ...fault, era, transport }));
  });

  it.each(cases)("$name over $transport: $check and no other is red", async ({ check, tamper, era, transport }) => {
    const report = await withServer(transport, { era }, (target) => runTasks({ target, era, request: { tamper } }));
    expect(idsOf(packOf(report), "failed")).toEqual([check]);
    expect(report.exitCode).toBe(1);
  });
});
