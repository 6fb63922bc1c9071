import type { Era, Transport } from "@mcptest/pack";
import { tasksPack } from "@mcptest/pack-tasks";
import { type FaultInfo, listFaults } from "@mcptest/testkit";
import { describe, expect, it } from "vitest";
import { isAboutTasks, pickByName, showsUnderRequire } from "./baseline.js";
import { EVERY_ROLE, FIRST_ROLE, FIRST_ROLE_ANSWERED, runFull, verdictsOf } from "./full-profile.js";
import { idsOf, JOB_MS, packOf, withServer } from "./run-tasks.js";

/** Faults that show only while the task still runs. */
const WHILE_RUNNING = ["found-after-a-while", "answered-key-refused"];

/** What happens early in the life of a task needs a job that is long beside the time that a first request takes. */
function jobMsFor(name: string): number {
  return WHILE_RUNNING.includes(name) || name.startsWith("notify-") ? 1_000 : JOB_MS;
}

/** Variants under which tools do not end as their roles say: only the first role is named. */
const OTHER_ENDINGS = ["failed-with-error", "cancelled-by-server"];

const known = new Set(tasksPack.checks.map(({ id }) => id));

/** The faults of one wire whose owner is a check of the pack, but for those that only a requirement shows. */
export function faultsOf(era: Era): FaultInfo[] {
  return listFaults().filter(
    (fault) =>
      fault.kind === "fault" &&
      isAboutTasks(fault) &&
      !showsUnderRequire(fault) &&
      fault.eras.includes(era) &&
      fault.owner !== undefined &&
      known.has(fault.owner.check),
  );
}

/** Each once, over the transport that its name chooses; over each of its transports in the whole product. */
function lanesOf(faults: readonly FaultInfo[]) {
  return faults.flatMap((fault) => {
    const transports = fault.transports as [Transport, ...Transport[]];
    const chosen = process.env.MCPTEST_EVERY_LANE ? transports : [pickByName(fault.name, transports)];
    return chosen.map((transport) => ({ fault, transport, name: fault.name, owner: fault.owner?.check }));
  });
}

/** A server of `era` that obeys passes with every role, and with none but the first. */
export function describeObeying(era: Era): void {
  describe.each<Transport>(["http", "stdio"])("a server that obeys, in profile full over %s", (transport) => {
    it.each([
      ["every role", EVERY_ROLE],
      ["none but the first", FIRST_ROLE],
    ])("passes with %s", async (_, options) => {
      const report = await withServer(transport, { era }, (target) => runFull(target, { era, options }));
      const pack = packOf(report);
      expect(verdictsOf(report)).toEqual({ failed: [], warning: [], exitCode: 0 });
      expect(idsOf(pack, "could-not-run")).toEqual([]);
      expect(report.outcome).toBe("passed");
    });
  });
}

/** Each fault of `era`: its owner says so, and no other check. */
export function describeFaults(era: Era): void {
  describe("one fault of the server, in profile full", () => {
    it.concurrent.each(lanesOf(faultsOf(era)))(
      "$name over $transport: $owner says so, and no other check",
      async ({ fault, transport }) => {
        const { check, verdict } = fault.owner!;
        const served = { era, faults: [fault.name], jobMs: jobMsFor(fault.name) };
        const judge = (strict: boolean) => withServer(transport, served, (target) => runFull(target, { era, strict }));
        const observed = verdictsOf(await judge(false));
        if (verdict === "failed") {
          expect(observed.failed).toEqual([check]);
          expect(observed.exitCode).toBe(1);
        } else {
          expect(observed).toEqual({ failed: [], warning: [check], exitCode: 0 });
          expect(verdictsOf(await judge(true))).toEqual({ failed: [check], warning: [check], exitCode: 1 });
        }
      },
    );
  });
}

/** No check blames a variant of `era`; `warned` names the checks that warn of one all the same. */
export function describeVariants(era: Era, warned: Record<string, string[]> = {}): void {
  const variants = listFaults().filter(({ kind, eras }) => kind === "variant" && eras.includes(era));
  describe("what a server may do, in profile full", () => {
    it.concurrent.each(lanesOf(variants))("$name over $transport: no check blames it", async ({ fault, transport }) => {
      const options = OTHER_ENDINGS.includes(fault.name) ? FIRST_ROLE_ANSWERED : EVERY_ROLE;
      const served = { era, variants: [fault.name] };
      const report = await withServer(transport, served, (target) => runFull(target, { era, options }));
      const { failed, warning, exitCode } = verdictsOf(report);
      expect(failed).toEqual([]);
      expect(warning).toEqual(warned[fault.name] ?? []);
      expect(exitCode).not.toBe(1);
    });
  });
}
