import { defineCheck, excerpt, type JsonObject, member, say } from "@mcptest/pack";
import { judgeDurations, outlivedTtl } from "../duration-shape.js";
import { ledger, type TaskSighting } from "../ledger.js";
import { madeTask, reading, readTask } from "../record.js";
import { roleTaskIn } from "../role-task-record.js";
import { wireOf } from "../wire.js";

const RULE = {
  extension: {
    text: "I12: every task object has ttlMs, an integer or null, and pollIntervalMs, when present, is an integer; both are milliseconds",
    fix: "send ttlMs as a JSON number of whole milliseconds, or null, and pollIntervalMs likewise or not at all; ttl and pollInterval are the names of 2025-11-25",
  },
  legacy: {
    text: "H11: every task object has ttl, a number or null, and pollInterval, when present, is a number; both are milliseconds",
    fix: "send ttl as a JSON number of milliseconds, or null, and pollInterval likewise or not at all; ttlMs and pollIntervalMs are the names of the 2026-07-28 extension",
  },
} as const;

/** I12 and H11. */
export const ttlShape = defineCheck({
  id: "tasks-ttl-shape",
  category: "lifecycle",
  title: "Durations in the form of the wire",
  description:
    "TTL and poll interval use the era-native shapes: ttlMs/pollIntervalMs on the extension, ttl/pollInterval on the legacy wire.",
  level: "must",
  rule: { contract: "I12, H11", source: "ext-tasks", section: "Tasks", revision: "2026-07-28" },
  since: "0.1.0",
  ...reading,
  prepares: { made: madeTask, read: readTask },
  needs: { ledger },
  on: { wire: ["extension", "legacy"] },
  run({ ledger: seen }, verdict, { negotiated }) {
    const wire = wireOf(negotiated).wire === "legacy" ? "legacy" : "extension";
    const about = { subject: "task" };
    const { created, reads } = roleTaskIn(seen, wire);
    const objects = [...(created === undefined ? [] : [created]), ...reads];
    const failures = new Map<string, Seen>();
    const warnings = new Map<string, Seen>();
    for (const { source: from, exchange, task } of objects) {
      const { violations, warnings: odd } = judgeDurations(task, wire);
      for (const came of violations)
        gather(failures, `${came}. Received ${excerpt(durationsOf(task), 200)}`, from, exchange);
      for (const came of odd) gather(warnings, `${came} (${wire === "legacy" ? "H11" : "I12"})`, from, exchange);
    }
    const late = wire === "extension" && created !== undefined ? firstLate(created, reads) : undefined;
    if (late !== undefined) verdict.warn(`tasks/get: ${late.message} (I12)`, [late.exchange], about);
    for (const [came, { from, evidence }] of failures) {
      const { text: rule, fix } = RULE[wire];
      verdict.fail(say({ sent: [...from].join(", "), came, rule, fix }), evidence, about);
    }
    for (const [came, { from, evidence }] of warnings)
      verdict.warn(`${[...from].join(", ")}: ${came}`, evidence, about);
    if (reads.length === 0) verdict.couldNotRun("the task never became readable");
    else
      verdict.pass(
        about,
        objects.map(({ exchange }) => exchange),
      );
  },
});

/** The members that the message shows. */
function durationsOf(task: JsonObject): JsonObject {
  const names = ["taskId", "ttlMs", "pollIntervalMs", "ttl", "pollInterval"];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = member(task, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** One late answer says it all. */
function firstLate(
  { sentAt }: TaskSighting,
  reads: readonly TaskSighting[],
): { message: string; exchange: number } | undefined {
  for (const { task, arrivedAt, exchange } of reads) {
    const message = outlivedTtl(task, arrivedAt - sentAt);
    if (message !== undefined) return { message, exchange };
  }
  return undefined;
}

/** Where the same finding was seen. */
interface Seen {
  from: Set<string>;
  evidence: number[];
}

function gather(findings: Map<string, Seen>, came: string, from: string, exchange: number): void {
  const seen = findings.get(came) ?? { from: new Set(), evidence: [] };
  seen.from.add(from);
  seen.evidence.push(exchange);
  findings.set(came, seen);
}
