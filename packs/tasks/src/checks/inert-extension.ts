import { defineFixture, excerpt, resultOf, say } from "@mcptest/pack";
import { type Attempt, required, troubleOf } from "../attempt.js";
import { longestWait } from "../back-off.js";
import { type Call, callTool } from "../call.js";
import { chooseTools } from "../choose-tool.js";
import { cancelIfRunning } from "../clean-up.js";
import { legacyCheck } from "../define.js";
import { TASKS_EXTENSION } from "../ids.js";
import type { TasksOptions } from "../options.js";
import { openOwnConnection } from "../own-connection.js";
import { withoutTask } from "../requests.js";
import { readLegacyCall, taskInAnyForm } from "../task-shape.js";
import { toolList } from "../tools.js";
import { wireOf } from "../wire.js";

const DEFECT = "initialize of 2025-11-25 declares the extension (I05)";

/** The `task` role's tool, called without `params.task` on a connection whose `initialize` declares the extension. */
const extensionDeclared = defineFixture<Attempt<Call>, { tools: typeof toolList }, TasksOptions>({
  name: "plain call with the extension declared",
  timeoutMs: longestWait,
  needs: { tools: toolList },
  async prepare({ tools }, context) {
    if (tools.problem !== undefined) return { problem: tools.problem };
    const { negotiated, options, asked, optionName } = context;
    const wire = { ...wireOf(negotiated), creates: true };
    const chosen = chooseTools({ wire, tools: tools.value.tools, options, asked, optionName });
    const candidate = chosen.value?.[0];
    if (candidate === undefined) return { problem: chosen.problem ?? { reason: "no tool was chosen" } };
    const capabilities = { extensions: { [TASKS_EXTENSION]: {} } };
    const opened = await openOwnConnection(context, { role: "task", capabilities, defect: DEFECT });
    if (opened.problem !== undefined) return { problem: opened.problem };
    const there = { ...context, connection: opened.value.connection };
    return { value: await callTool(there, candidate, { undeclared: { defect: DEFECT }, change: withoutTask }) };
  },
  async teardown({ value: call }, context) {
    const taskId = call && madeBy(call);
    if (call && taskId) await cancelIfRunning({ ...context, connection: call.connection }, taskId);
  },
});

/** The id of the task that came back, in whatever form; an empty text where it has none. */
function madeBy({ last }: Call): string | undefined {
  const result = resultOf(last);
  const nested = readLegacyCall(result);
  if (nested.kind === "task" || nested.kind === "broken-task") return nested.taskId ?? "";
  const flat = taskInAnyForm(result);
  return flat && (flat.taskId ?? "");
}

/** I05. */
export const extensionInertOnLegacy = legacyCheck({
  id: "tasks-extension-inert-on-legacy",
  category: "dispatch",
  title: "The extension declares nothing on 2025-11-25",
  description: "A plain tools/call is no task on 2025-11-25, also where initialize declares the extension.",
  level: "must",
  contract: "I05",
  source: "SEP-2663",
  section: "Backward Compatibility",
  phase: "probe",
  needs: { call: extensionDeclared },
  run({ call: attempt }, verdict) {
    const call = required(attempt);
    const sent = `tools/call of ${JSON.stringify(call.candidate.tool)} without params.task, the extension declared in initialize`;
    const trouble = troubleOf(call.last, sent);
    if (trouble !== undefined) verdict.couldNotRun(trouble.reason, { ...trouble });
    else if (madeBy(call) === undefined) verdict.pass({ subject: "task" }, call.evidence);
    else
      verdict.fail(
        say({
          sent,
          came: `a task came back, ${excerpt(resultOf(call.last), 200)}`,
          rule: "I05: on 2025-11-25 the declaration of the extension has no effect; params.task alone asks for a task",
          fix: "look at the declaration of the extension on requests of 2026-07-28 only",
        }),
        call.evidence,
        { subject: "task" },
      );
  },
});
