import { excerpt, member } from "@mcptest/pack";
import { extensionCheck } from "../define.js";
import { createFindings } from "../findings.js";
import { movedTimestamps } from "../histories.js";
import { recordsOf, subjectOf } from "../ledger.js";
import { judgeMembers, judgeStatus, judgeTimestamps, TIMESTAMPS } from "../task-members.js";
import { everyTask, extensionObjects, passOrOpen } from "../task-objects.js";

/** I11. */
export const taskShape = extensionCheck({
  id: "tasks-task-shape",
  category: "lifecycle",
  title: "A task object has its members",
  description: "Every task object has taskId, status, createdAt and lastUpdatedAt as strings.",
  level: "must",
  contract: "I11",
  section: "Tasks",
  phase: "end",
  needs: everyTask,
  run({ call, ledger }, verdict) {
    const findings = createFindings();
    const objects = extensionObjects(ledger);
    for (const { task, source, exchange } of objects)
      for (const key of judgeMembers(task, source))
        findings.add({ kind: "fail", key, came: `${key}. Received ${excerpt(task, 240)}`, from: source, exchange });
    findings.tell(verdict, {
      rule: "I11: every task object has taskId, status, createdAt and lastUpdatedAt as strings, and statusMessage, when present, is one",
      fix: "send the whole Task at each place: flat, beside resultType",
    });
    passOrOpen(verdict, call, objects);
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
  phase: "end",
  needs: everyTask,
  run({ call, ledger }, verdict) {
    const findings = createFindings();
    const objects = extensionObjects(ledger);
    for (const { task, source, exchange } of objects) {
      const shown = TIMESTAMPS.map((name) => `${name}: ${excerpt(member(task, name), 60)}`).join(", ");
      const { violations, warnings } = judgeTimestamps(task);
      for (const key of violations)
        findings.add({ kind: "fail", key, came: `${key}. Received ${shown}`, from: source, exchange });
      for (const key of warnings)
        findings.add({ kind: "warn", key, came: `${key}. Received ${shown}`, from: source, exchange });
    }
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
    passOrOpen(verdict, call, objects);
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
  phase: "end",
  needs: everyTask,
  run({ call, ledger }, verdict) {
    const findings = createFindings();
    const objects = extensionObjects(ledger);
    for (const { task, source, exchange } of objects) {
      const key = judgeStatus(task);
      if (key !== undefined) findings.add({ kind: "fail", key, from: source, exchange });
    }
    findings.tell(verdict, {
      rule: "I14: status is working, input_required, completed, failed or cancelled",
      fix: "map the states of your own onto these five, and say the rest in statusMessage",
    });
    passOrOpen(verdict, call, objects);
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
  phase: "end",
  needs: everyTask,
  run({ call, ledger }, verdict) {
    const created = extensionObjects(ledger).filter(({ source }) => source === "tools/call");
    for (const { task, exchange, check } of created) {
      const status = excerpt(member(task, "status"), 60);
      verdict.note(`the task was created as ${status}`, [exchange], { subject: subjectOf(check) });
    }
    passOrOpen(verdict, call, created);
  },
});
