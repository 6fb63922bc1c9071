import { appendFileSync } from "node:fs";
import type { PackResult } from "@mcptest/core/report";
import type { Era, Transport } from "@mcptest/pack";
import type { FaultInfo } from "@mcptest/testkit";
import { describe, expect, it } from "vitest";
import { pickByName, showsUnderRequire } from "./baseline.js";
import { faultsOf, isObserved, type TabledFault, variantsOf } from "./fault-list.js";
import { EVERY_ROLE, FIRST_ROLE, FIRST_ROLE_ANSWERED, runFull, type Verdicts, verdictsOf } from "./full-profile.js";
import { JOB_MS, packOf, withServer } from "./run-tasks.js";

/**
 * Milliseconds of a job where the usual ones are too few: what shows between the answer and the end of a task, while a task
 * runs, or by how long something takes, needs a step that is long beside a request on a busy machine.
 */
const LONGER_JOBS = new Map([
  ["legacy-input-required-stays", 2_000],
  ["legacy-id-shared-while-running", 500],
  ["legacy-get-status-running", 500],
  ["legacy-create-late", 250],
  ["legacy-result-not-ready", 1_000],
  ["legacy-result-empty-while-working", 1_000],
  ["legacy-progress-other-token", 1_000],
]);

function jobMsFor(name: string): number {
  return LONGER_JOBS.get(name) ?? JOB_MS;
}

/** Milliseconds of one test: a run starts several processes, and a busy machine takes its time for each. */
const TEST_MS = 120_000;

/** Variants under which tools do not end as their roles say: only the first role is named. */
const OTHER_ENDINGS = ["failed-with-error", "cancelled-by-server"];

/** Every transport in the whole product; else the one that the name chooses. */
const everyLane = Boolean(process.env.MCPTEST_EVERY_LANE);

function lanesOf<T extends FaultInfo>(faults: readonly T[]) {
  return faults.flatMap((fault) => {
    const transports = fault.transports as [Transport, ...Transport[]];
    const chosen = everyLane ? transports : [pickByName(fault.name, transports)];
    return chosen.map((transport) => ({ fault, transport, name: fault.name, owner: fault.owner?.check }));
  });
}

/** A server of `era` that obeys passes with every role, and with none but the first. */
export function describeObeying(era: Era): void {
  describe.each<Transport>(["http", "stdio"])("a server that obeys, in profile full over %s", (transport) => {
    it.each([
      ["every role", EVERY_ROLE],
      ["none but the first", FIRST_ROLE],
    ])(
      "passes with %s",
      async (_, options) => {
        const report = await withServer(transport, { era }, (target) => runFull(target, { era, options }));
        expect(verdictsOf(report)).toEqual({ failed: [], warning: [], open: [], exitCode: 0 });
        expect(report.outcome).toBe("passed");
      },
      TEST_MS,
    );
  });
}

/** What a table of faults knows beyond the list of the testkit. */
export interface FaultTable {
  /** Ids of extensions without which a fault that leaves no wire does not show. */
  require?: string[];
  /** Checks that fail or warn besides the owner of a fault that fails, by fault, each with why. */
  besides?: Record<string, Record<string, string>>;
  /** Faults that warn and take away what other checks look at: the exit code is 3. */
  leavesOpen?: string[];
}

/** Each fault of `era`: its owner says so, and no other check. */
export function describeFaults(era: Era, { require = [], besides = {}, leavesOpen = [] }: FaultTable = {}): void {
  describe("one fault of the server, in profile full", () => {
    it.concurrent.each(lanesOf(faultsOf(era)))(
      "$name over $transport: $owner says so, and no other check",
      async ({ fault, transport }) => {
        const { name, owner } = fault;
        const served = { era, faults: [name], jobMs: jobMsFor(name) };
        const judge = async (over: Transport, strict: boolean) => {
          const asked = { era, strict, ...(showsUnderRequire(fault) ? { require } : {}) };
          return verdictsOf(await withServer(over, served, (target) => runFull(target, asked)));
        };
        const verdicts = await judge(transport, false);
        const others = Object.keys(besides[name] ?? {});
        record(fault, verdicts, others);
        if (owner.verdict === "failed") {
          expect(verdicts.failed).toContain(owner.check);
          expect(spokeBesides(fault, verdicts)).toEqual(others);
          expect(verdicts.exitCode).toBe(1);
          return;
        }
        const warning = [owner.check];
        const takesAway = leavesOpen.includes(name);
        const open = takesAway ? expect.arrayContaining([expect.any(String)]) : [];
        expect(verdicts).toEqual({ failed: [], warning, open, exitCode: takesAway ? 3 : 0 });
        const strict = await judge(strictLane(fault, transport), true);
        expect(strict).toEqual({ failed: warning, warning, open, exitCode: 1 });
      },
      TEST_MS,
    );
  });
}

/** What makes a warning fail is the same on all transports: the cheaper one will do. */
function strictLane({ transports }: TabledFault, transport: Transport): Transport {
  return !everyLane && transports.includes("http") ? "http" : transport;
}

/** The checks that failed or warned and do not own the fault, each once. */
function spokeBesides({ owner }: TabledFault, { failed, warning }: Verdicts): string[] {
  return [...new Set([...failed, ...warning])].filter((id) => id !== owner.check);
}

/** Writes what the owner said, and who else spoke. */
function record(fault: TabledFault, verdicts: Verdicts, besides: readonly string[]): void {
  const { name, owner } = fault;
  const { failed, warning } = verdicts;
  const said = failed.includes(owner.check) ? "failed" : warning.includes(owner.check) ? "warning" : "silent";
  const others = spokeBesides(fault, verdicts).filter((id) => !besides.includes(id));
  write(name, [said, ...others].join(", also "));
}

/** Writes what was observed, where a run wants to know. */
function write(name: string, observed: string): void {
  const file = process.env.MCPTEST_FAULT_RESULTS;
  if (file) appendFileSync(file, `${JSON.stringify({ name, observed })}\n`);
}

/** What a check records without a verdict. */
function notesOf({ checks }: PackResult, id: string | undefined): string[] {
  return checks.find((check) => check.id === id)?.notes ?? [];
}

/** No check blames a variant of `era`; `warned` names the checks that warn of one all the same. */
export function describeVariants(era: Era, warned: Record<string, string[]> = {}): void {
  describe("what a server may do, in profile full", () => {
    it.concurrent.each(lanesOf(variantsOf(era)))(
      "$name over $transport: no check blames it",
      async ({ fault, name, transport }) => {
        const options = OTHER_ENDINGS.includes(name) ? FIRST_ROLE_ANSWERED : EVERY_ROLE;
        const served = { era, variants: [name] };
        const report = await withServer(transport, served, (target) => runFull(target, { era, options }));
        const { failed, warning, exitCode } = verdictsOf(report);
        if (isObserved(fault)) {
          const notes = notesOf(packOf(report), fault.owner?.check);
          write(name, notes.length > 0 ? "noted" : "silent");
          expect(notes).not.toEqual([]);
        }
        expect(failed).toEqual([]);
        expect(warning).toEqual(warned[name] ?? []);
        expect(exitCode).not.toBe(1);
      },
      TEST_MS,
    );
  });
}
