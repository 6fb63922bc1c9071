import { at, defineFixture, excerpt, isObject, type JsonObject, member, say, unavailable } from "@mcptest/pack";
import { required } from "../attempt.js";
import { notACallToolResult } from "../call-tool-result.js";
import { extensionCheck } from "../define.js";
import { ledger, recordsOf } from "../ledger.js";
import type { TasksOptions } from "../options.js";
import { reading } from "../record.js";
import { roleTask } from "../roles.js";

/** Throws why the task of the role `protocolError` did not end as failed. */
const failedTask = defineFixture<void, { role: ReturnType<typeof roleTask> }, TasksOptions>({
  name: "failed task of the role protocolError",
  needs: { role: roleTask("protocolError") },
  prepare({ role }) {
    const { life } = required(role);
    const status = member(life.reads.at(-1)?.task, "status");
    if (status === "failed") return;
    const ended = `the task of the role protocolError ended as ${excerpt(status, 40)}, not as failed`;
    throw unavailable(life.problem?.reason ?? ended, { ...life.problem });
  },
});

/** I21. */
export const failedErrorShape = extensionCheck({
  id: "tasks-failed-error-shape",
  category: "lifecycle",
  title: "A failed task says what went wrong",
  description: "error of a failed task has an integer code and a string message, and statusMessage stands beside it.",
  level: "must",
  contract: "I21",
  section: "Task Execution Errors",
  ...reading,
  prepares: { role: failedTask },
  needs: { ledger },
  run({ ledger: seen }, verdict) {
    const about = { subject: "protocolError" };
    const last = recordsOf(seen)
      .find(({ subject }) => subject === about.subject)
      ?.sightings.findLast(({ source, form }) => source === "tasks/get" && form === "flat");
    if (last === undefined || member(last.task, "status") !== "failed") {
      verdict.couldNotRun("no failed task of the role protocolError was recorded");
      return;
    }
    const evidence = [last.exchange];
    const error = member(last.task, "error");
    const code = member(error, "code");
    const wrong = [
      ...(Number.isInteger(code) ? [] : [`"error.code" must be an integer, not ${excerpt(code, 60)}`]),
      ...(typeof member(error, "message") === "string" ? [] : ['"error.message" must be a string']),
    ];
    for (const came of isObject(error) ? wrong : [])
      verdict.fail(
        say({
          sent: "tasks/get of a failed task",
          came: `${came}. Received ${excerpt(error, 200)}`,
          rule: "I21: error is the JSON-RPC error of the request: an integer code and a string message",
          fix: 'send {"error": {"code": -32603, "message": …}} in the failed task',
        }),
        evidence,
        about,
      );
    if (member(last.task, "statusMessage") === undefined)
      verdict.warn("tasks/get of a failed task: there is no statusMessage (I21)", evidence, about);
    if (isObject(error)) verdict.pass(about, evidence);
    else verdict.couldNotRun("the failed task has no error object (tasks-get-status-payload)", { evidence });
  },
});

/** I22. */
export const isErrorIsCompleted = extensionCheck({
  id: "tasks-iserror-is-completed",
  category: "lifecycle",
  title: "A tool that reports an error has completed",
  description:
    "A tool result with isError: true gives a completed task with that result; failed is for JSON-RPC errors.",
  level: "must",
  contract: "I22",
  section: "Task Execution Errors",
  phase: "provoke",
  needs: { role: roleTask("toolError") },
  run({ role }, verdict) {
    const { life } = required(role);
    const last = life.reads.at(-1);
    const about = { subject: "toolError" };
    const status = member(last?.task, "status");
    const isError = at(last?.task, "result", "isError") === true;
    if (last !== undefined && status === "completed" && isError) verdict.pass(about, [last.exchange]);
    else if (last !== undefined && status === "completed" && isWholeResult(last.task))
      verdict.fail(
        say({
          sent: "tasks/get of a task whose tool reports an error, as the role toolError says",
          came: `the result has no "isError": true. Received ${excerpt(member(last.task, "result"), 200)}`,
          rule: "I22: a tool result with isError is inlined as it is",
          fix: "inline the whole result of the tool; or name a tool that reports an error for the role toolError",
        }),
        [last.exchange],
        about,
      );
    else if (last !== undefined && status === "failed")
      verdict.fail(
        say({
          sent: "tasks/get of a task whose tool reported an error (isError: true)",
          came: `"status" is "failed". Received ${excerpt(last.task, 200)}`,
          rule: "I22: a tool result with isError is a result: the task is completed and carries it; failed is for JSON-RPC errors",
          fix: 'answer {"status": "completed", "result": {"content": […], "isError": true}}; "failed" was right on 2025-11-25',
        }),
        [last.exchange],
        about,
      );
    else {
      const ended = `the task of the role toolError ended as ${excerpt(status, 40)} without isError: name a tool that reports an error`;
      verdict.couldNotRun(life.problem?.reason ?? ended, { ...life.problem });
    }
  },
});

/** The inlined result has the shape of one; otherwise that is another check's matter (I20). */
function isWholeResult(task: JsonObject): boolean {
  return notACallToolResult(member(task, "result")) === undefined;
}
