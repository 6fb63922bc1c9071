import { ERROR, excerpt, say } from "@mcptest/pack";
import { extensionCheck } from "../define.js";
import { createFindings } from "../findings.js";
import { isOtherTask, judgeGetResultType, judgeInlinedResultType, judgePayload, NESTED_TASK } from "../get-answers.js";
import { hadExpired, type Ledger, recordsOf, type TaskSighting } from "../ledger.js";
import { provoked } from "../provoke.js";
import { readingLedger } from "../record.js";
import { failures, findingsIn, passOrOpen } from "../task-objects.js";

/** Every answer to `tasks/get` that shows a task, in whatever place. */
function reads({ sightings }: Ledger): TaskSighting[] {
  return sightings.filter(({ source }) => source === "tasks/get");
}

/** I16. */
export const durableCreation = extensionCheck({
  id: "tasks-durable-creation",
  category: "creation",
  title: "A task can be read at once",
  description: "The first tasks/get right after the task was created finds it, over HTTP also on another connection.",
  level: "must",
  contract: "I16",
  section: "Task Creation",
  ...readingLedger,
  run({ ledger }, verdict) {
    const about = { subject: "task" };
    const record = recordsOf(ledger).find(({ created }) => created?.check === `fixture:${provoked.name}`);
    if (record === undefined) {
      verdict.couldNotRun("no task was made");
      return;
    }
    const { taskId } = record;
    const found = reads(ledger).filter(({ requestedId }) => requestedId === taskId);
    const firstRead = found.find((sighting) => !isOtherTask(sighting));
    const unknown = ledger.refusals.find(
      ({ method, requestedId, code, arrivedAt }) =>
        method === "tasks/get" &&
        requestedId === taskId &&
        code === ERROR.invalidParams &&
        arrivedAt <= (firstRead?.arrivedAt ?? Number.POSITIVE_INFINITY),
    );
    if (unknown !== undefined && hadExpired(record, unknown)) {
      verdict.couldNotRun("the task may have been gone: its ttlMs is shorter than the way there and back", {
        evidence: [unknown.exchange],
      });
      return;
    }
    const other = found[0] !== undefined && firstRead !== undefined && isOtherTask(found[0]) ? found[0] : undefined;
    const came =
      unknown !== undefined
        ? "-32602, as if there were no such task"
        : other && `a task of another id, ${excerpt(other.task, 160)}`;
    if (came !== undefined)
      verdict.fail(
        say({
          sent: "the first tasks/get of a task that had just been created",
          came,
          rule: "I16: a task can be read as soon as its handle has been given, by any instance of the server",
          fix: "store the task where every instance finds it before the answer to tools/call is sent",
        }),
        [unknown?.exchange ?? other?.exchange ?? 0],
        about,
      );
    else if (firstRead === undefined) verdict.couldNotRun("the task never became readable");
    else verdict.pass(about, [firstRead.exchange]);
  },
});

/** I18. */
export const getResultType = extensionCheck({
  id: "tasks-get-result-type",
  category: "lifecycle",
  title: 'tasks/get answers with resultType "complete"',
  description: 'The answer to tasks/get has resultType "complete" whatever the status of the task.',
  level: "must",
  contract: "I18",
  section: "Task Polling",
  ...readingLedger,
  run({ ledger }, verdict) {
    const answers = reads(ledger);
    const judge = ({ within }: TaskSighting) => failures(judgeGetResultType(within));
    findingsIn(answers, judge).tell(verdict, {
      rule: 'I18: the answer to tasks/get has "resultType": "complete" in every status, failed ones included',
      fix: 'answer {"resultType": "complete", "taskId": …, "status": …, …}',
    });
    passOrOpen(verdict, answers);
  },
});

/** I19. */
export const getStatusPayload = extensionCheck({
  id: "tasks-get-status-payload",
  category: "lifecycle",
  title: "tasks/get shows the task that was asked for, with what its status brings",
  description:
    "tasks/get answers with the requested task, its members at the top level; inputRequests while it asks, error when it failed.",
  level: "must",
  contract: "I19",
  section: "Task Polling",
  ...readingLedger,
  run({ ledger }, verdict) {
    const findings = createFindings();
    const answers = reads(ledger);
    for (const sighting of answers) {
      const { task, form, source: from, exchange } = sighting;
      const received = `Received ${excerpt(sighting.within, 200)}`;
      if (form === "nested") {
        findings.add({ kind: "fail", key: NESTED_TASK, came: `${NESTED_TASK}. ${received}`, from, exchange });
        continue;
      }
      const key = judgePayload(task);
      if (key !== undefined) findings.add({ kind: "fail", key, came: `${key}. ${received}`, from, exchange });
      if (isOtherTask(sighting) && !isFirstOfOne(sighting, answers))
        findings.add({
          kind: "fail",
          key: "the answer is about another task",
          came: `the answer is about another task than the one that was asked for, ${excerpt(sighting.requestedId, 80)}. ${received}`,
          from,
          exchange,
        });
    }
    findings.tell(verdict, {
      rule: "I19: tasks/get shows the requested task, flat, with inputRequests (input_required), result (completed) or error (failed)",
      fix: "put the payload of the status beside the members of the task",
    });
    passOrOpen(verdict, answers);
  },
});

/** Only the very first answer was about another task: that is a matter of its creation (I16). */
function isFirstOfOne(sighting: TaskSighting, answers: readonly TaskSighting[]): boolean {
  const same = answers.filter(({ requestedId }) => requestedId === sighting.requestedId);
  return same[0] === sighting && same.length > 1 && same.slice(1).every((one) => !isOtherTask(one));
}

/** I57. */
export const inlinedResultType = extensionCheck({
  id: "tasks-inlined-result-type",
  category: "lifecycle",
  title: "The inlined result is a complete one",
  description: 'The result inside a completed task has no resultType of its own, or "complete".',
  level: "should",
  contract: "I57",
  section: "Task Polling",
  ...readingLedger,
  run({ ledger }, verdict) {
    const answers = reads(ledger).filter(({ form }) => form === "flat");
    const rule = "I57: the inlined result looks like the answer to the original request";
    const judge = ({ task }: TaskSighting) => failures(judgeInlinedResultType(task), undefined, "warn");
    findingsIn(answers, judge).tell(verdict, { rule, fix: "" });
    passOrOpen(verdict, answers);
  },
});
