import { ERROR, excerpt } from "@mcptest/pack";
import { extensionCheck } from "../define.js";
import { changesOf } from "../histories.js";
import { hadExpired, latestTtl, recordsOf } from "../ledger.js";
import { readingLedger } from "../record.js";
import { extensionObjects, passOrOpen } from "../task-objects.js";

/** I15. */
export const statusTransitions = extensionCheck({
  id: "tasks-status-transitions",
  category: "lifecycle",
  title: "A task that ended stays as it ended",
  description: "completed, failed and cancelled never change, not even when the task is read or cancelled again.",
  level: "must",
  contract: "I15",
  section: "Task Polling",
  ...readingLedger,
  run({ ledger }, verdict) {
    const objects = extensionObjects(ledger);
    changesOf(recordsOf({ ...ledger, sightings: objects }), "ttlMs").tell(verdict, {
      rule: "I15: working and input_required may change; completed, failed and cancelled never do",
      fix: "write the status of a task once it has ended no more, whatever late results or cancellations come",
    });
    passOrOpen(verdict, objects);
  },
});

/** I50. */
export const noEarlyExpiry = extensionCheck({
  id: "tasks-no-early-expiry",
  category: "lifecycle",
  title: "A task lives as long as it says",
  description: "A task stays readable until its latest ttlMs has passed, counted from the call that made it.",
  level: "should",
  contract: "I50",
  section: "Tasks",
  ...readingLedger,
  run({ ledger }, verdict) {
    const objects = extensionObjects(ledger);
    for (const record of recordsOf({ ...ledger, sightings: objects })) {
      const ttl = latestTtl(record, "ttlMs");
      const cancelled = record.requests.find(({ method }) => method === "tasks/cancel");
      const lastRead = record.sightings.findLast(({ source }) => source === "tasks/get");
      const early = record.refusals.find(
        (refusal) =>
          refusal.method === "tasks/get" &&
          refusal.code === ERROR.invalidParams &&
          lastRead !== undefined &&
          lastRead.arrivedAt <= refusal.sentAt &&
          !(cancelled !== undefined && cancelled.sentAt <= refusal.arrivedAt) &&
          ttl !== undefined &&
          !hadExpired(record, refusal),
      );
      if (early === undefined) continue;
      verdict.fail(
        `tasks/get of a task that had been read before: -32602, although its ttlMs of ${excerpt(ttl)} had not passed (I50)`,
        [early.exchange],
        { subject: record.subject },
      );
    }
    passOrOpen(verdict, objects);
  },
});
