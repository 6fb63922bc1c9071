import { excerpt, type Json, member } from "@mcptest/pack";
import { createFindings, type Findings } from "./findings.js";
import { hadExpired, isBefore, type TaskRecord, type TaskSighting } from "./ledger.js";
import { timeOf } from "./task-members.js";
import { isTerminal } from "./task-shape.js";

/** Two sightings of one task, the first before the second was asked for, that do not fit together. */
export interface Misfit {
  /** What is wrong, without values. */
  key: string;
  came: string;
  first: TaskSighting;
  second: TaskSighting;
}

/**
 * Terminal statuses that changed (I15, H09). Nothing is said once the time to live has passed: a server may end or
 * delete its task then.
 */
export function changedEndings(record: TaskRecord, ttlName: "ttlMs" | "ttl" = "ttlMs"): Misfit[] {
  const misfits: Misfit[] = [];
  const ended: { status: Json | undefined; sighting: TaskSighting }[] = [];
  for (const sighting of record.sightings) {
    const status = member(sighting.task, "status");
    if (typeof status !== "string") continue;
    const before = ended.find((one) => one.status !== status && isBefore(one.sighting, sighting));
    if (before !== undefined && !hadExpired(record, sighting, ttlName))
      misfits.push({
        key: `a terminal status changed from ${excerpt(before.status, 30)} to ${excerpt(status, 30)}`,
        came: `"status" was ${excerpt(before.status, 30)}, which is terminal, and is ${excerpt(status, 30)} afterwards`,
        first: before.sighting,
        second: sighting,
      });
    if (isTerminal(status)) ended.push({ status, sighting });
  }
  return misfits;
}

/** The same of every record, each change once. */
export function changesOf(records: readonly TaskRecord[], ttlName: "ttlMs" | "ttl"): Findings {
  const findings = createFindings();
  for (const record of records)
    for (const { key, came, first, second } of changedEndings(record, ttlName)) {
      const seen = { kind: "fail", key, came, from: second.source, subject: record.subject } as const;
      findings.add({ ...seen, exchange: first.exchange });
      findings.add({ ...seen, exchange: second.exchange });
    }
  return findings;
}

/** Timestamps that changed where they stay, or went back (warnings of I13). */
export function movedTimestamps(record: TaskRecord): Misfit[] {
  const misfits: Misfit[] = [];
  const { sightings } = record;
  for (const [index, second] of sightings.entries()) {
    const first = sightings.slice(0, index).findLast((earlier) => isBefore(earlier, second));
    if (first === undefined) continue;
    const created = [first, second].map(({ task }) => timeOf(task, "createdAt"));
    const updated = [first, second].map(({ task }) => timeOf(task, "lastUpdatedAt"));
    if (created[0] !== undefined && created[1] !== undefined && created[0] !== created[1])
      misfits.push({ key: '"createdAt" changes', came: shown("createdAt", "is", first, second), first, second });
    if (updated[0] !== undefined && updated[1] !== undefined && updated[1] < updated[0])
      misfits.push({
        key: '"lastUpdatedAt" goes back',
        came: shown("lastUpdatedAt", "goes back to", first, second),
        first,
        second,
      });
  }
  return misfits;
}

function shown(name: string, verb: string, first: TaskSighting, second: TaskSighting): string {
  return `"${name}" was ${excerpt(member(first.task, name), 40)} and ${verb} ${excerpt(member(second.task, name), 40)} afterwards`;
}
