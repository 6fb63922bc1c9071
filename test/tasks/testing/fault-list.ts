import type { Era } from "@mcptest/pack";
import { tasksPack } from "@mcptest/pack-tasks";
import { type Expectation, type FaultInfo, listFaults, senderFaults } from "@mcptest/testkit";
import { isAboutTasks } from "./baseline.js";

/** A fault whose owner is a check of the pack. */
export interface TabledFault extends FaultInfo {
  owner: Expectation;
}

const known = new Set(tasksPack.checks.map(({ id }) => id));

function hasOwner(fault: FaultInfo): fault is TabledFault {
  return fault.kind === "fault" && isAboutTasks(fault) && fault.owner !== undefined && known.has(fault.owner.check);
}

/** The faults of one wire whose owner is a check of the pack. */
export function faultsOf(era: Era): TabledFault[] {
  return listFaults()
    .filter(hasOwner)
    .filter(({ eras }) => eras.includes(era));
}

/** The variants of one wire. */
export function variantsOf(era: Era): FaultInfo[] {
  return listFaults().filter(
    ({ kind, eras, on }) => kind === "variant" && eras.includes(era) && (on === undefined || on === "jobs"),
  );
}

/** Whether a row without a verdict is about a variant: its check records it. */
export function isObserved({ kind, owner }: FaultInfo): boolean {
  return kind === "variant" && owner?.verdict === "passed";
}

/** What the table in the pack's README is made of, but for what a run observed. */
export function tabledFaults() {
  const listed = listFaults().filter(({ on }) => on === undefined || on === "jobs");
  return {
    faults: listed.filter(hasOwner),
    variants: listed.filter(({ kind }) => kind === "variant"),
    senders: Object.keys(senderFaults).length,
  };
}
