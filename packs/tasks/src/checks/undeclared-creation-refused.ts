import { at, defineCheck, excerpt, isObject, META, resultOf, say } from "@mcptest/pack";
import { required, troubleOf } from "../attempt.js";
import { TASKS_EXTENSION } from "../ids.js";
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
    const isNested = isObject(at(resultOf(last), "task"));
    if (task.taskId !== undefined) verdict.detail("createdTaskId", task.taskId);
    verdict.fail(
      say({
        sent,
        came: `a task came back${isNested ? ", in the form of 2025-11-25 (result.task)" : ""}, ${excerpt(resultOf(last), 240)}`,
        rule: "I09: without the declaration on that very request no task is returned, whatever earlier requests declared",
        fix: `decide by _meta["${META.clientCapabilities}"].extensions["${TASKS_EXTENSION}"] of each request; without it run the tool to its end, or answer with the error -32021`,
      }),
      evidence,
      { subject: "task" },
    );
  },
});
