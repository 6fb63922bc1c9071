import { type Exchange, errorOf, excerpt, member, say } from "@mcptest/pack";
import { type Attempt, type Problem, required } from "../attempt.js";
import { legacyCheck } from "../define.js";
import { plainTwin } from "../plain-twin.js";
import { type Life, life } from "../poll.js";
import { roleTask } from "../roles.js";
import { protocolErrorOutcome, type RoleOutcome, storedResult, toolErrorOutcome } from "../stored-result.js";
import { differsFromPlain, notAnOutcome, reportsError } from "../tool-outcome.js";

/** H12. The shape of the result of a completed task is another check's (H32). */
export const resultTerminal = legacyCheck({
  id: "tasks-legacy-result-terminal",
  category: "lifecycle",
  title: "tasks/result gives what a plain call would have given",
  description:
    "tasks/result of a failed task gives its tool result or its JSON-RPC error; that of a completed task gives what a plain call gives, where the role is deterministic.",
  level: "must",
  contract: "H12",
  section: "Result Retrieval",
  phase: "provoke",
  needs: {
    life,
    stored: storedResult,
    plain: plainTwin,
    toolError: toolErrorOutcome,
    protocolError: protocolErrorOutcome,
  },
  run({ life: lived, stored, plain, ...roles }, verdict, { options }) {
    const rule = "H12: tasks/result gives the outcome of the call: its result, or its JSON-RPC error";
    const fix = "store what the tool gave or threw with the task, and answer tasks/result with that";
    const ended = [
      outcomeOf("task", lived, stored),
      ...FAILING.filter((name) => options.roles[name] !== undefined).map((name) => outcomeOfRole(name, roles[name])),
    ];
    const failed = ended.filter(({ status, exchange }) => status === "failed" && exchange !== undefined);
    for (const { subject, exchange } of failed) {
      if (exchange === undefined) continue;
      const came = notAnOutcome(exchange);
      if (came === undefined) verdict.pass({ subject }, [exchange.number]);
      else
        verdict.fail(say({ sent: "tasks/result of a failed task", came, rule, fix }), [exchange.number], { subject });
    }
    const problems = [...ended.map(({ problem }) => problem), plain.problem].filter((one) => one !== undefined);
    for (const problem of problems) verdict.couldNotRun(problem.reason, { ...problem });
    const [result, twin] = [stored.value, plain.value];
    const comparable = result !== undefined && errorOf(result) === undefined && twin !== undefined;
    if (comparable) {
      const evidence = [twin.number, result.number];
      const came = differsFromPlain(result, twin);
      if (came === undefined) verdict.pass({ subject: "plain call" }, evidence);
      else verdict.fail(say({ sent: "tasks/result", came, rule, fix }), evidence, { subject: "plain call" });
    }
    if (failed.length === 0 && problems.length === 0 && !comparable)
      verdict.notApplicable(
        "no task failed, and no plain call can be compared (the role task has to be marked as deterministic): there is nothing to judge beyond tasks-inline-result",
      );
  },
});

const FAILING = ["toolError", "protocolError"] as const;

/** How a task ended, and what `tasks/result` answered. */
interface Ended {
  subject: string;
  status?: unknown;
  exchange?: Exchange;
  problem?: Problem;
}

function outcomeOf(subject: string, lived: Attempt<Life>, stored: Attempt<Exchange | undefined>): Ended {
  const problem = lived.problem ?? (lived.value.ending === "terminal" ? stored.problem : lived.value.problem);
  return { subject, status: lastStatus(lived.value), exchange: stored.value, problem };
}

function outcomeOfRole(subject: string, { value, problem }: Attempt<RoleOutcome>): Ended {
  return {
    subject,
    status: lastStatus(value?.life),
    exchange: value?.exchange,
    problem: problem ?? value?.life.problem,
  };
}

function lastStatus(lived: Life | undefined): unknown {
  return member(lived?.reads.at(-1)?.task, "status");
}

/** H22. */
export const failedIsError = legacyCheck({
  id: "tasks-legacy-failed-iserror",
  category: "lifecycle",
  title: "The task of a tool that reports an error has failed",
  description:
    "A tool result with isError: true, like a JSON-RPC error, gives a failed task, and statusMessage says what went wrong.",
  level: "should",
  contract: "H22",
  section: "Task Execution Errors",
  phase: "provoke",
  needs: { role: roleTask("toolError"), toolError: toolErrorOutcome, protocolError: protocolErrorOutcome },
  run({ role, toolError, protocolError }, verdict, { options }) {
    required(role);
    judgeFailed("toolError", toolError);
    if (options.roles.protocolError !== undefined) judgeFailed("protocolError", protocolError);

    function judgeFailed(subject: (typeof FAILING)[number], { value, problem }: Attempt<RoleOutcome>): void {
      const about = { subject };
      const last = value?.life.reads.at(-1);
      const status = lastStatus(value?.life);
      if (value === undefined || last === undefined) {
        verdict.couldNotRun(problem?.reason ?? `the task of the role ${subject} could not be read`, {
          ...problem,
          about,
        });
        return;
      }
      const { exchange, life: seen } = value;
      const evidence = [last.exchange, ...(exchange === undefined ? [] : [exchange.number])];
      const isFailure = exchange !== undefined && (reportsError(exchange) || errorOf(exchange) !== undefined);
      if (status === "failed" && member(last.task, "statusMessage") === undefined)
        verdict.fail(`tasks/get of a failed task (role ${subject}): there is no statusMessage (H22)`, evidence, about);
      else if (status === "failed") verdict.pass(about, evidence);
      else if (status === "completed" && isFailure)
        verdict.fail(
          `tasks/get of a task whose tool ${subject === "toolError" ? "reported an error (isError: true)" : "ended with a JSON-RPC error"}: "status" is "completed", and it should be "failed" ("completed" is right on 2026-07-28 for isError) (H22)`,
          evidence,
          about,
        );
      else {
        const ended = `the task of the role ${subject} ended as ${excerpt(status, 40)} without an error: name a tool that fails`;
        verdict.couldNotRun(seen.problem?.reason ?? ended, { ...seen.problem, about });
      }
    }
  },
});
