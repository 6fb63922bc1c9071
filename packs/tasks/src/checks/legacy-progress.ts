import { legacyCheck } from "../define.js";
import { createFindings } from "../findings.js";
import { passiveRecord } from "../leftovers.js";
import { had, readingLedger } from "../record.js";
import { taskProgress } from "../task-progress.js";
import { watchedLegacyTask } from "../watched-legacy-task.js";

/** H25. */
export const legacyProgress = legacyCheck({
  id: "tasks-legacy-progress",
  category: "lifecycle",
  title: "Progress keeps its token, and stops with the task",
  description:
    "Progress of a task comes under the progressToken of the call that made it, and ends when the task ends.",
  level: "must",
  contract: "H25",
  source: "basic/utilities/progress",
  section: "Progress Flow",
  ...readingLedger,
  prepares: { ...readingLedger.prepares, watched: had(watchedLegacyTask) },
  async run({ ledger }, verdict, { host }) {
    const { calls, seen, wrong } = taskProgress(ledger, passiveRecord(await host.transcript()));
    const findings = createFindings();
    for (const one of wrong) findings.add({ ...one, kind: "fail", from: "tools/call with a progress token" });
    findings.tell(verdict, {
      rule: "H25: the progressToken of the call is that of all progress of its task, and none is sent once the task has ended",
      fix: "keep the token with the task, send progress under it while the task is working, and stop before its status is terminal",
    });
    verdict.detail("progressJudged", seen.length);
    if (calls.length === 0) verdict.couldNotRun("no call with a progress token became a task");
    else
      verdict.pass(
        { subject: "task" },
        calls.slice(0, 20).map(({ exchange }) => exchange.number),
      );
  },
});
