import { excerpt, member } from "@mcptest/pack";
import { extensionCheck } from "../define.js";
import { movedTimestamps } from "../histories.js";
import { recordsOf, subjectOf, type TaskSighting } from "../ledger.js";
import { readingLedger } from "../record.js";
import { judgeMembers, judgeStatus, judgeTimestamps, showTimestamps } from "../task-members.js";
import { extensionObjects, failures, findingsIn, passOrOpen } from "../task-objects.js";

/** Exchanges of one note. */
const MOST_EVIDENCE = 20;

/** I11. */
export const taskShape = extensionCheck({
  id: "tasks-task-shape",
  category: "lifecycle",
  title: "A task object has its members",
  description: "Every task object has taskId, status, createdAt and lastUpdatedAt as strings.",
  level: "must",
  contract: "I11",
  section: "Tasks",
  ...readingLedger,
  run({ ledger }, verdict) {
    const objects = extensionObjects(ledger);
    const judge = ({ task, source }: TaskSighting) => failures(judgeMembers(task, source), excerpt(task, 240));
    findingsIn(objects, judge).tell(verdict, {
      rule: "I11: every task object has taskId, status, createdAt and lastUpdatedAt as strings, and statusMessage, when present, is one",
      fix: "send the whole Task at each place: flat, beside resultType",
    });
    passOrOpen(verdict, objects);
  },
});

/** I13. */
export const timestamps = extensionCheck({
  id: "tasks-timestamps",
  category: "lifecycle",
  title: "Timestamps are ISO 8601",
  description:
    "createdAt and lastUpdatedAt are ISO 8601 times with a zone; the first stays, the second never goes back.",
  level: "must",
  contract: "I13",
  section: "Tasks",
  ...readingLedger,
  run({ ledger }, verdict) {
    const objects = extensionObjects(ledger);
    const findings = findingsIn(objects, ({ task }) => {
      const { violations, warnings } = judgeTimestamps(task);
      const shown = showTimestamps(task);
      return [...failures(violations, shown), ...failures(warnings, shown, "warn")];
    });
    for (const record of recordsOf({ ...ledger, sightings: objects }))
      for (const { key, came, second } of movedTimestamps(record))
        findings.add({
          kind: "warn",
          key,
          came,
          from: second.source,
          exchange: second.exchange,
          subject: record.subject,
        });
    findings.tell(verdict, {
      rule: "I13: createdAt and lastUpdatedAt are ISO 8601 times",
      fix: 'send times such as "2026-07-28T12:00:00Z"; no numbers, and no other format of dates',
    });
    passOrOpen(verdict, objects);
  },
});

/** I14. */
export const statusEnum = extensionCheck({
  id: "tasks-status-enum",
  category: "lifecycle",
  title: "The status is one of five",
  description: "status is working, input_required, completed, failed or cancelled.",
  level: "must",
  contract: "I14",
  section: "Task Status",
  ...readingLedger,
  run({ ledger }, verdict) {
    const objects = extensionObjects(ledger);
    const judge = ({ task }: TaskSighting) => failures(judgeStatus(task));
    findingsIn(objects, judge).tell(verdict, {
      rule: "I14: status is working, input_required, completed, failed or cancelled",
      fix: "map the states of your own onto these five, and say the rest in statusMessage",
    });
    passOrOpen(verdict, objects);
  },
});

/** I17. */
export const createInitialStatus = extensionCheck({
  id: "tasks-create-initial-status",
  category: "creation",
  title: "The status of a new task",
  description: "A task is usually created as working; other statuses are allowed and recorded.",
  level: "info",
  contract: "I17",
  section: "Task Creation",
  ...readingLedger,
  run({ ledger }, verdict) {
    const created = extensionObjects(ledger).filter(({ source }) => source === "tools/call");
    const byStatus = new Map<string, { makers: Set<string>; evidence: number[] }>();
    for (const { task, exchange, check } of created) {
      const status = excerpt(member(task, "status"), 60);
      const { makers, evidence } = byStatus.get(status) ?? { makers: new Set(), evidence: [] };
      byStatus.set(status, { makers: makers.add(subjectOf(check)), evidence: [...evidence, exchange] });
    }
    for (const [status, { makers, evidence }] of byStatus)
      verdict.note(`created as ${status}: ${[...makers].join(", ")}`, evidence.slice(0, MOST_EVIDENCE));
    passOrOpen(verdict, created);
  },
});
