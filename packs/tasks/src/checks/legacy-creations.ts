import { at, excerpt, member, say } from "@mcptest/pack";
import { required } from "../attempt.js";
import { legacyCheck } from "../define.js";
import { createFindings } from "../findings.js";
import { creations, judgeInitialStatus, lateCreations } from "../legacy-objects.js";
import { provoked, taskIdOf } from "../provoke.js";
import { readingLedger } from "../record.js";
import { secondTask } from "../second-task.js";
import { findingsIn, passOrOpen } from "../task-objects.js";

/** H06, of which the form is another check's (H31). */
export const legacyCreateResult = legacyCheck({
  id: "tasks-legacy-create-result",
  category: "creation",
  title: "The task comes before its work is done",
  description: "A tools/call with params.task is answered as soon as the task is made, not when its work is done.",
  level: "should",
  contract: "H06",
  section: "Creating Tasks",
  ...readingLedger,
  run({ ledger }, verdict) {
    const findings = createFindings();
    for (const { came, exchange } of lateCreations(ledger))
      findings.add({ kind: "warn", key: "late", came, from: "tools/call", exchange });
    findings.tell(verdict, { rule: "H06: the answer comes as soon as the task is accepted", fix: "" });
    passOrOpen(verdict, creations(ledger));
  },
});

/** H07. */
export const legacyInitialStatus = legacyCheck({
  id: "tasks-legacy-initial-status",
  category: "creation",
  title: "A new task is working",
  description: "The answer to a tools/call with params.task shows the new task as working.",
  level: "must",
  contract: "H07",
  section: "Task Status Lifecycle",
  ...readingLedger,
  run({ ledger }, verdict) {
    const created = creations(ledger);
    findingsIn(created, ({ task }) => {
      const judged = judgeInitialStatus(task);
      if (judged === undefined) return [];
      return [{ ...judged, came: `${judged.key}. Received ${excerpt(task, 240)}` }];
    }).tell(verdict, {
      rule: 'H07: a task begins in the status "working"',
      fix: 'make the task with status "working" and answer with it before its work begins',
    });
    passOrOpen(verdict, created);
  },
});

/** H08. An id that is none is another check's (H31). */
export const legacyTaskId = legacyCheck({
  id: "tasks-legacy-task-id",
  category: "creation",
  title: "Each task has an id of its own",
  description: "Two calls of one tool, the second while the first still runs, make two tasks with two ids.",
  level: "must",
  contract: "H08",
  section: "Task ID Requirements",
  phase: "provoke",
  needs: { call: provoked, second: secondTask },
  run({ call, second }, verdict) {
    const ids = [required(taskIdOf(call)), required(taskIdOf(second))];
    const evidence = [...required(call).call.evidence, ...required(second).call.evidence];
    if (ids[0] !== ids[1]) {
      verdict.pass({ subject: "task" }, evidence);
      return;
    }
    verdict.fail(
      say({
        sent: `two calls of ${JSON.stringify(required(call).call.candidate.tool)} with params.task`,
        came: `both made a task with the id ${excerpt(ids[0], 80)}`,
        rule: "H08: the server gives each task an id that is unique among all its tasks",
        fix: "make the id when the task is made, from a random source, and never of the tool, the arguments or the time",
      }),
      evidence,
      { subject: "task" },
    );
  },
});

const IMMEDIATE = "io.modelcontextprotocol/model-immediate-response";

/** H28. */
export const legacyImmediateResponse = legacyCheck({
  id: "tasks-legacy-immediate-response",
  category: "lifecycle",
  title: "What the model is told meanwhile",
  description: `The answer with a new task may have a text for the model under _meta["${IMMEDIATE}"].`,
  level: "info",
  contract: "H28",
  section: "Creating Tasks",
  ...readingLedger,
  run({ ledger }, verdict) {
    const created = creations(ledger);
    const given = created.filter(({ within }) => at(within, "_meta", IMMEDIATE) !== undefined);
    findingsIn(given, ({ within }) => {
      const text = member(member(within, "_meta"), IMMEDIATE);
      const key =
        typeof text === "string"
          ? `_meta has a text for the model: ${excerpt(text, 120)}`
          : `_meta["${IMMEDIATE}"] must be a string, not ${excerpt(text, 60)}`;
      return [{ kind: "note", key }];
    }).tell(verdict, { rule: "H28: the text for the model is a string", fix: "" });
    if (created.length > 0 && given.length === 0) verdict.notApplicable(`no answer has _meta["${IMMEDIATE}"]`);
    else passOrOpen(verdict, created);
  },
});
