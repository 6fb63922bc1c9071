import { legacyCheck } from "../define.js";
import { changesOf } from "../histories.js";
import { recordsOf, type TaskSighting } from "../ledger.js";
import { readingLedger } from "../record.js";
import { passOrOpen } from "../task-objects.js";

/** What a call is answered with is judged by H07, and the answer to a cancellation by H21. */
function isRead({ form, source }: TaskSighting): boolean {
  return form === "flat" && source === "tasks/get";
}

/** H09. */
export const legacyTransitions = legacyCheck({
  id: "tasks-legacy-transitions",
  category: "lifecycle",
  title: "A task that ended stays as it ended",
  description: "completed, failed and cancelled never change, until the ttl of the task has passed.",
  level: "must",
  contract: "H09",
  section: "Task Status Lifecycle",
  ...readingLedger,
  run({ ledger }, verdict) {
    const records = recordsOf(ledger).map((record) => ({ ...record, sightings: record.sightings.filter(isRead) }));
    changesOf(records, "ttl").tell(verdict, {
      rule: "H09: working and input_required may change; completed, failed and cancelled never do",
      fix: "write the status of a task once it has ended no more, whatever late results or cancellations come",
    });
    passOrOpen(verdict, ledger.sightings.filter(isRead));
  },
});
