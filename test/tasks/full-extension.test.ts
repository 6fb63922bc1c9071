import type { Transport } from "@mcptest/pack";
import { tasksPack } from "@mcptest/pack-tasks";
import { listFaults } from "@mcptest/testkit";
import { describe, expect, it } from "vitest";
import { isAboutTasks, pickByName, showsUnderRequire } from "./testing/baseline.js";
import { idsOf, JOB_MS, packOf, runTasks, withServer } from "./testing/run-tasks.js";

const FULL = { profile: "full" };
const ACCEPT = { "*": { action: "accept", content: { name: "Ada", city: "Turin", colour: "red" } } };

/** Every role of the testkit's server. */
const ROLES = {
  task: { tool: "job", inputResponses: ACCEPT },
  sync: { tool: "quick" },
  required: { tool: "must_task" },
  ask: { tool: "ask", inputResponses: ACCEPT },
  askTwice: { tool: "ask_twice", inputResponses: ACCEPT },
  askMany: { tool: "ask_many", inputResponses: ACCEPT },
  toolError: { tool: "tool_error" },
  protocolError: { tool: "protocol_error" },
  slow: { tool: "slow" },
};
const OPTIONS = { roles: ROLES, pollTimeoutMs: 5_000, secondIdentity: { Authorization: "Bearer somebody-else" } };

describe.each<Transport>(["http", "stdio"])("a server that obeys, in profile full over %s", (transport) => {
  it("passes, with every role and with none but the first", async () => {
    for (const options of [OPTIONS, { roles: { task: { tool: "job" } }, pollTimeoutMs: 5_000 }]) {
      const report = await withServer(transport, { era: "modern" }, (target) =>
        runTasks({ target, options, selection: FULL }),
      );
      const pack = packOf(report);
      expect(idsOf(pack, "failed")).toEqual([]);
      expect(idsOf(pack, "warning")).toEqual([]);
      expect(idsOf(pack, "could-not-run")).toEqual([]);
      expect(report).toMatchObject({ outcome: "passed", exitCode: 0 });
    }
  });
});

const known = new Set(tasksPack.checks.map(({ id }) => id));
/** Faults that show only while the task still runs. */
const WHILE_RUNNING = ["found-after-a-while", "answered-key-refused"];

/** What happens early in the life of a task needs a job that is long beside the time that a first request takes. */
function jobMsFor(name: string): number {
  return WHILE_RUNNING.includes(name) || name.startsWith("notify-") ? 1_000 : JOB_MS;
}

const faults = listFaults().filter(
  (fault) =>
    fault.kind === "fault" &&
    isAboutTasks(fault) &&
    !showsUnderRequire(fault) &&
    fault.eras.includes("modern") &&
    fault.owner !== undefined &&
    known.has(fault.owner.check),
);

describe("one fault of the server, in profile full", () => {
  it.concurrent.each(faults.map((fault) => ({ fault, name: fault.name, owner: fault.owner?.check })))(
    "$name: $owner says so, and no other check",
    async ({ fault }) => {
      const transport = pickByName(fault.name, fault.transports as [Transport, ...Transport[]]);
      const report = await withServer(
        transport,
        { era: "modern", faults: [fault.name], jobMs: jobMsFor(fault.name) },
        (target) => runTasks({ target, options: OPTIONS, selection: FULL }),
      );
      const pack = packOf(report);
      const { check, verdict } = fault.owner!;
      expect(idsOf(pack, "failed")).toEqual(verdict === "failed" ? [check] : []);
      if (verdict === "warning") expect(idsOf(pack, "warning")).toEqual([check]);
      if (verdict === "failed") expect(report.exitCode).toBe(1);
    },
  );
});

/** Variants under which tools do not end as their roles say: only the first role is named. */
const OTHER_ENDINGS = ["failed-with-error", "cancelled-by-server"];

/** Variants with members that are legal on any result, and that an acknowledgement is warned of (I27, I32). */
const EXTRA_MEMBERS = ["proto-members"];
const ACKNOWLEDGEMENTS = ["tasks-update-ack", "tasks-cancel-ack"];

const variants = listFaults().filter(({ kind, eras }) => kind === "variant" && eras.includes("modern"));

describe("what a server may do, in profile full", () => {
  it.each(variants.map((variant) => ({ variant, name: variant.name })))(
    "$name: no check blames it",
    async ({ variant }) => {
      const transport = pickByName(variant.name, variant.transports as [Transport, ...Transport[]]);
      const { task } = ROLES;
      const options = OTHER_ENDINGS.includes(variant.name) ? { ...OPTIONS, roles: { task } } : OPTIONS;
      const report = await withServer(transport, { era: "modern", variants: [variant.name] }, (target) =>
        runTasks({ target, options, selection: FULL }),
      );
      const pack = packOf(report);
      expect(idsOf(pack, "failed")).toEqual([]);
      expect(idsOf(pack, "warning")).toEqual(EXTRA_MEMBERS.includes(variant.name) ? ACKNOWLEDGEMENTS : []);
      expect(report.exitCode).not.toBe(1);
    },
  );
});
