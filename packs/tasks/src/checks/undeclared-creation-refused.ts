import { defineCheck, excerpt, META, resultOf } from "@mcptest/pack";
import { required, troubleOf } from "../attempt.js";
import { TASKS_EXTENSION } from "../ids.js";
import { say } from "../say.js";
import { taskInAnyForm } from "../task-shape.js";
import { undeclaredCall } from "../undeclared-call.js";

/** I09. It runs while the declared task is followed, as the two share nothing. */
export const undeclaredCreationRefused = defineCheck({
  id: "tasks-undeclared-creation-refused",
  category: "creation",
  title: "No task without the declaration",
  description:
    "On the extension wire, a tools/call that did not carry the extension declaration must not come back as a CreateTaskResult.",
  level: "must",
  rule: { contract: "I09", source: "ext-tasks", section: "Capability Negotiation", revision: "2026-07-28" },
  docs: {
    asks: "The same tool is called with the same arguments and without the declaration of the extension, after a call that had it. No task may come back: the answer is the plain result of the tool, or an error such as -32021.",
    why: "A client that does not declare the extension cannot read a task handle. It waits for a result that never comes, while the work goes on where nobody polls it. Capabilities belong to each request: what an earlier request declared counts for nothing.",
    fix: "Decide by the clientCapabilities in the _meta of the very request. Where the extension is not among them, run the tool to its end and answer with its result, or answer with the error -32021 and data.requiredCapabilities when the tool can only run as a task.",
  },
  since: "0.1.0",
  phase: "provoke",
  on: { wire: "extension" },
  needs: { undeclared: undeclaredCall },
  run({ undeclared }, verdict) {
    const { candidate, last, evidence } = required(undeclared);
    const sent = `tools/call of ${JSON.stringify(candidate.tool)} without the extension declaration`;
    const trouble = troubleOf(last, sent);
    if (trouble !== undefined) {
      verdict.couldNotRun(trouble.reason, { origin: trouble.origin, evidence: trouble.evidence });
      return;
    }
    const task = taskInAnyForm(resultOf(last));
    if (task === undefined) {
      verdict.pass({ subject: "task" }, evidence);
      return;
    }
    if (task.taskId !== undefined) verdict.detail("createdTaskId", task.taskId);
    verdict.fail(
      say({
        sent,
        came: `a task came back, ${excerpt(resultOf(last), 240)}`,
        rule: "I09: without the declaration on that very request no task is returned, whatever earlier requests declared",
        fix: `decide by _meta["${META.clientCapabilities}"].extensions["${TASKS_EXTENSION}"] of each request; without it run the tool to its end, or answer with the error -32021`,
      }),
      evidence,
      { subject: "task" },
    );
  },
});
