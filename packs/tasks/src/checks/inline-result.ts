import {
  defineCheck,
  type Exchange,
  errorOf,
  excerpt,
  isObject,
  type JsonObject,
  member,
  resultOf,
  say,
  type Verdict,
} from "@mcptest/pack";
import { whatCame } from "../attempt.js";
import { notACallToolResult } from "../call-tool-result.js";
import { type Ledger, ledger, recordsOf } from "../ledger.js";
import { endedLife, had, reading, recordOf } from "../record.js";
import { roleTaskIn } from "../role-task-record.js";
import { outcomeProblem, storedResult } from "../stored-result.js";
import { isTerminal } from "../task-shape.js";
import { wireOf } from "../wire.js";

const ABOUT = { subject: "task" };

/** I20 and H32. */
export const inlineResult = defineCheck({
  id: "tasks-inline-result",
  category: "lifecycle",
  title: "A completed task hands out its result",
  description:
    "A completed extension task carries its result inline on tasks/get; a legacy task exposes it via tasks/result.",
  level: "must",
  rule: { contract: "I20, H32", source: "ext-tasks", section: "Task Polling", revision: "2026-07-28" },
  since: "0.1.0",
  ...reading,
  prepares: { ended: endedLife, stored: had(storedResult) },
  needs: { ledger },
  on: { wire: ["extension", "legacy"] },
  async run({ ledger: seen }, verdict, context) {
    const wire = wireOf(context.negotiated).wire === "legacy" ? "legacy" : "extension";
    const isLegacy = wire === "legacy";
    if (!isLegacy) judgeOthers(seen, verdict);
    const final = roleTaskIn(seen, wire).reads.at(-1);
    if (final === undefined || !isTerminal(member(final.task, "status"))) {
      verdict.couldNotRun(final === undefined ? "the task never became readable" : "the task was not read to its end");
      return;
    }
    const evidence = [final.exchange];
    const status = member(final.task, "status");
    if (status !== "completed") {
      if (status === "failed" && !isLegacy && !isObject(member(final.task, "error")))
        verdict.warn(
          `the task failed and tasks/get shows no "error" object (I19): ${excerpt(final.task, 200)}; nothing to inline`,
          evidence,
          ABOUT,
        );
      else verdict.note(`the task ended as ${JSON.stringify(status)}: there is no result to hand out`, evidence, ABOUT);
      return;
    }
    if (isLegacy) judgeStored((await recordOf(context, storedResult)).at(-1), verdict);
    else judgeInline(String(final.requestedId), final.task, { evidence, verdict });
  },
});

/** The results of tasks that other roles and checks made: the last answer about each. */
function judgeOthers(seen: Ledger, verdict: Verdict): void {
  for (const { taskId, subject, created, sightings } of recordsOf(seen)) {
    if (created === undefined || subject === ABOUT.subject) continue;
    const last = sightings.filter(({ source, form }) => source === "tasks/get" && form === "flat").at(-1);
    if (last === undefined || member(last.task, "status") !== "completed") continue;
    judgeInline(taskId, last.task, { evidence: [last.exchange], verdict, about: { subject } });
  }
}

function judgeInline(
  taskId: string,
  task: JsonObject,
  { evidence, verdict, about = ABOUT }: { evidence: number[]; verdict: Verdict; about?: { subject: string } },
): void {
  const result = member(task, "result");
  const wrong = result === undefined ? missing(task) : notACallToolResult(result);
  if (wrong === undefined) {
    verdict.pass(about, evidence);
    return;
  }
  const shown = excerpt(result ?? task, 200);
  verdict.fail(
    say({
      sent: `tasks/get of the completed task ${excerpt(taskId, 80)}`,
      came: `${result === undefined ? wrong : `"result" is no CallToolResult: ${wrong}`}. Received ${shown}`,
      rule: "I20: a completed task carries the final result inline, in the shape of the original request's result",
      fix: 'put the tool\'s result, with its "content" array, under "result" of the answer to tasks/get',
    }),
    evidence,
    about,
  );
}

function missing(task: JsonObject): string {
  if (member(task, "content") !== undefined)
    return '"result" is missing: the members of the tool\'s result stand at the top level in its place';
  return '"result" is missing (tasks/result, where 2025-11-25 kept it, does not exist here)';
}

function judgeStored(exchange: Exchange | undefined, verdict: Verdict): void {
  const problem = exchange === undefined ? { reason: "no tasks/result was recorded" } : outcomeProblem(exchange);
  if (exchange === undefined || problem !== undefined) {
    verdict.couldNotRun(problem?.reason ?? "no tasks/result was recorded", { ...problem });
    return;
  }
  const evidence = [exchange.number];
  // A result beside an error breaks a rule of JSON-RPC, which is not this one.
  const result = resultOf(exchange);
  const isError = result === undefined && errorOf(exchange) !== undefined;
  const wrong = isError ? "it was answered with an error" : notACallToolResult(result);
  if (wrong === undefined) {
    verdict.pass(ABOUT, evidence);
    return;
  }
  verdict.fail(
    say({
      sent: "tasks/result of the completed task",
      came: `${wrong}. Received ${whatCame(exchange, 200)}`,
      rule: "H32: tasks/result of a completed task returns the CallToolResult",
      fix: 'keep the tool\'s result and answer tasks/result with it, "content" included',
    }),
    evidence,
    ABOUT,
  );
}
