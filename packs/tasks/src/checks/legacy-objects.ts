import { at, excerpt, META, resultOf } from "@mcptest/pack";
import { legacyCheck } from "../define.js";
import { createFindings } from "../findings.js";
import { NESTED_TASK } from "../get-answers.js";
import type { TaskSighting } from "../ledger.js";
import { passiveRecord } from "../leftovers.js";
import { judgeList, legacyObjects, statusNotifications } from "../legacy-objects.js";
import { judgeWholeTask } from "../notifications.js";
import { reading, readingLedger } from "../record.js";
import { judgeMembers, judgeStatus, judgeTimestamps, showTimestamps, TIMESTAMPS } from "../task-members.js";
import { failures, findingsIn, passOrOpen } from "../task-objects.js";

/** H10. */
export const legacyTimestamps = legacyCheck({
  id: "tasks-legacy-timestamps",
  category: "lifecycle",
  title: "Every task object has its times",
  description: "createdAt and lastUpdatedAt stand in every task object, as ISO 8601 times.",
  level: "must",
  contract: "H10",
  section: "TTL and Resource Management",
  ...readingLedger,
  run({ ledger }, verdict) {
    const objects = legacyObjects(ledger);
    const judge = ({ task, source }: TaskSighting) => {
      const { violations, warnings } = judgeTimestamps(task);
      const shown = showTimestamps(task);
      const broken = [...judgeMembers(task, source, TIMESTAMPS), ...violations];
      return [...failures(broken, shown), ...failures(warnings, shown, "note")];
    };
    findingsIn(objects, judge).tell(verdict, {
      rule: "H10: createdAt and lastUpdatedAt stand in every answer about a task, as ISO 8601 times",
      fix: 'send times such as "2025-11-25T12:00:00Z" in each task object, whatever the method',
    });
    passOrOpen(verdict, objects);
  },
});

/** Members of H33; of a new task the id and the status are other checks' (H07, H31). */
const SHAPE = ["taskId", "status", "statusMessage"];

function judgeShape({ task, source, form, within }: TaskSighting) {
  if (source === "tools/call") return failures(judgeMembers(task, source, ["statusMessage"]), excerpt(task, 240));
  if (form === "nested") return failures(NESTED_TASK, excerpt(within, 240));
  return failures([...judgeMembers(task, source, SHAPE), ...[judgeStatus(task) ?? []].flat()], excerpt(task, 240));
}

/** H33. */
export const legacyTaskShape = legacyCheck({
  id: "tasks-legacy-task-shape",
  category: "lifecycle",
  title: "A task object is one",
  description: "Every task object has a string taskId and one of the five statuses; tasks/list gives an array of them.",
  level: "must",
  contract: "H33",
  source: "schema",
  section: "Task, ListTasksResult",
  ...readingLedger,
  async run({ ledger }, verdict, { host }) {
    const nested = ledger.sightings.filter(({ source, form }) => source === "tasks/get" && form === "nested");
    const objects = [...legacyObjects(ledger), ...nested];
    const findings = findingsIn(objects, judgeShape);
    for (const exchange of passiveRecord(await host.transcript({ method: "tasks/list" }))) {
      const result = resultOf(exchange);
      const key = result === undefined ? undefined : judgeList(result);
      for (const judged of failures(key, excerpt(result, 240)))
        findings.add({ ...judged, from: "tasks/list", exchange: exchange.number });
    }
    findings.tell(verdict, {
      rule: "H33: a task object has a string taskId and the status working, input_required, completed, failed or cancelled; tasks/list gives an array of them",
      fix: "send the whole Task at each place: flat in tasks/get and tasks/cancel, in the array tasks of tasks/list",
    });
    passOrOpen(verdict, objects);
  },
});

const WITHOUT_RELATION = ["tasks/get", "tasks/list", "tasks/cancel"];

/** H16. */
export const legacyRelatedTaskOmitted = legacyCheck({
  id: "tasks-legacy-related-task-omitted",
  category: "lifecycle",
  title: "No related-task where the task is named anyway",
  description:
    "The results of tasks/get, tasks/list and tasks/cancel, and notifications/tasks/status, have no related-task.",
  level: "should",
  contract: "H16",
  section: "Associating Task-Related Messages",
  ...readingLedger,
  async run({ ledger }, verdict, { host }) {
    const findings = createFindings();
    const key = `_meta["${META.relatedTask}"] stands beside the id of the task that it repeats`;
    const record = passiveRecord(await host.transcript());
    for (const exchange of record) {
      const { method = "", number } = exchange;
      const relation = at(resultOf(exchange), "_meta", META.relatedTask);
      if (WITHOUT_RELATION.includes(method) && relation !== undefined)
        findings.add({ kind: "warn", key, from: method, exchange: number });
    }
    for (const { params, exchange } of statusNotifications(record))
      if (at(params, "_meta", META.relatedTask) !== undefined)
        findings.add({ kind: "warn", key, from: "notifications/tasks/status", exchange });
    findings.tell(verdict, { rule: "H16: these messages name their task themselves", fix: "" });
    passOrOpen(verdict, legacyObjects(ledger));
  },
});

/** H24. */
export const legacyStatusNotification = legacyCheck({
  id: "tasks-legacy-status-notification",
  category: "lifecycle",
  title: "Notifications of a status",
  description: "notifications/tasks/status is optional and carries the whole task; whether it does is recorded.",
  level: "info",
  contract: "H24",
  section: "Task Status Notification",
  ...reading,
  async run(_needs, verdict, { host }) {
    const findings = createFindings();
    const notified = statusNotifications(passiveRecord(await host.transcript()));
    for (const { params, exchange } of notified)
      for (const key of judgeWholeTask(params, "legacy"))
        findings.add({ kind: "note", key, from: "notifications/tasks/status", exchange });
    findings.tell(verdict, { rule: "H24: a notification carries the whole task", fix: "" });
    verdict.detail("notifications", notified.length);
    if (notified.length === 0) verdict.notApplicable("no notifications/tasks/status came; they are optional");
  },
});
