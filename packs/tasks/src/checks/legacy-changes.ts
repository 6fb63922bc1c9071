import { ERROR, excerpt, say } from "@mcptest/pack";
import { required } from "../attempt.js";
import { readCancellation } from "../cancellation.js";
import { legacyCheck } from "../define.js";
import { cancelledLate } from "../ended-task.js";
import { slowTask } from "../slow-task.js";
import { readRefusal } from "../unknown-tasks.js";
import { canCancel } from "../wire.js";

const NOT_DECLARED = "the server does not declare tasks.cancel";

/** H20. */
export const legacyCancelTerminal = legacyCheck({
  id: "tasks-legacy-cancel-terminal",
  category: "lifecycle",
  title: "Cancelling a task that has ended is refused",
  description: "tasks/cancel of a completed, failed or cancelled task is refused with -32602.",
  level: "must",
  contract: "H20",
  section: "Task Cancellation",
  phase: "change",
  mayChange: true,
  needs: { late: cancelledLate },
  run({ late }, verdict, { negotiated }) {
    if (!canCancel(negotiated)) {
      verdict.notApplicable(NOT_DECLARED);
      return;
    }
    const { cancel, ended } = required(late);
    const sent = `tasks/cancel of a task that had ended as ${excerpt(ended.status, 30)}`;
    const about = { subject: "task" };
    const reading = readRefusal(cancel, sent, [ERROR.invalidParams]);
    if (reading.kind === "open") verdict.couldNotRun(reading.problem.reason, { ...reading.problem, about });
    if (reading.kind === "right") verdict.pass(about, [cancel.number]);
    if (reading.kind === "wrong")
      verdict.fail(
        say({
          sent,
          came: reading.came,
          rule: "H20: the cancellation of a task in a terminal status is refused with -32602",
          fix: "look at the status first; an acknowledgement is the answer of the extension of 2026-07-28",
        }),
        [cancel.number],
        about,
      );
  },
});

/** H21. */
export const cancelResult = legacyCheck({
  id: "tasks-legacy-cancel-result",
  category: "lifecycle",
  title: "A cancelled task is cancelled",
  description: "tasks/cancel of a working task is answered with the task, cancelled, and cancelled it stays.",
  level: "must",
  contract: "H21",
  section: "Task Cancellation",
  phase: "provoke",
  mayChange: true,
  needs: { slow: slowTask },
  run({ slow }, verdict, { negotiated }) {
    if (!canCancel(negotiated)) {
      verdict.notApplicable(NOT_DECLARED);
      return;
    }
    const { taskId, cancel, after, problem } = required(slow);
    const about = { subject: "slow" };
    if (cancel === undefined || problem !== undefined) {
      verdict.couldNotRun(problem?.reason ?? "the task was not cancelled", { ...problem, about });
      return;
    }
    const reading = readCancellation(taskId, cancel, after);
    if (reading.kind === "right") verdict.pass(about, [cancel.number, ...after.map(({ number }) => number)]);
    if (reading.kind === "open") verdict.couldNotRun(reading.reason, { evidence: reading.evidence, about });
    if (reading.kind === "wrong")
      verdict.fail(
        say({
          sent: "tasks/cancel of a working task",
          came: reading.came,
          rule: "H21: a valid cancellation moves the task to cancelled before it is answered, with the task, and it stays so",
          fix: 'set the status and answer {"taskId": …, "status": "cancelled", "createdAt": …, "lastUpdatedAt": …, "ttl": …}, whatever becomes of the work',
        }),
        reading.evidence,
        about,
      );
  },
});
