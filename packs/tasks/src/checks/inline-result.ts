import {
  defineCheck,
  type Exchange,
  errorOf,
  excerpt,
  isObject,
  type JsonObject,
  member,
  resultOf,
  type Verdict,
} from "@mcptest/pack";
import { required, whatCame } from "../attempt.js";
import { notACallToolResult } from "../call-tool-result.js";
import { type Ledger, ledger, recordsOf } from "../ledger.js";
import { life } from "../poll.js";
import { say } from "../say.js";
import { storedResult } from "../stored-result.js";
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
  phase: "end",
  on: { wire: ["extension", "legacy"] },
  needs: { life, stored: storedResult, ledger },
  run({ life: lived, stored, ledger: seen }, verdict, { negotiated }) {
    const isLegacy = wireOf(negotiated).wire === "legacy";
    if (!isLegacy) judgeOthers(seen, verdict);
    const value = required(lived);
    const { reads, ending, problem } = value;
    const final = reads.at(-1);
    if (ending !== "terminal" || final === undefined) {
      verdict.couldNotRun(problem?.reason ?? "the task never became readable", { ...problem });
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
    const exchange = isLegacy ? required(stored) : undefined;
    if (exchange !== undefined) judgeStored(exchange, verdict);
    else judgeInline(value.taskId, final.task, { evidence, verdict });
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

function judgeStored(exchange: Exchange, verdict: Verdict): void {
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
