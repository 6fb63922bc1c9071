import { ERROR, errorOf, excerpt, member, resultOf } from "@mcptest/pack";
import { judgeAcknowledgement } from "../acknowledgements.js";
import { required, troubleOf, whatCame } from "../attempt.js";
import { extensionCheck } from "../define.js";
import { endedTask } from "../ended-task.js";
import { createFindings } from "../findings.js";
import { passiveRecord } from "../leftovers.js";
import { slowTask } from "../slow-task.js";

const ACKNOWLEDGED = 'an empty acknowledgement, {"resultType": "complete"}';

/** I27. */
export const updateAck = extensionCheck({
  id: "tasks-update-ack",
  category: "lifecycle",
  title: "tasks/update is acknowledged with nothing but that",
  description: 'The answer to tasks/update is {"resultType": "complete"}, without members of a task.',
  level: "must",
  contract: "I27",
  section: "Task Update Requests",
  phase: "change",
  mayChange: true,
  needs: { changes: endedTask },
  async run({ changes }, verdict, { host }) {
    const all = passiveRecord(await host.transcript({ method: "tasks/update" }));
    const answered = all.filter((exchange) => resultOf(exchange) !== undefined);
    const findings = createFindings();
    for (const exchange of answered) {
      const { violations, warnings } = judgeAcknowledgement(resultOf(exchange));
      const seen = { from: "tasks/update", exchange: exchange.number };
      const received = `Received ${excerpt(resultOf(exchange), 160)}`;
      for (const key of violations) findings.add({ kind: "fail", key, came: `${key}. ${received}`, ...seen });
      for (const key of warnings) findings.add({ kind: "warn", key, came: `${key}. ${received}`, ...seen });
    }
    findings.tell(verdict, {
      rule: `I27: a tasks/update that is taken gets ${ACKNOWLEDGED}`,
      fix: "leave the task out of the answer; whoever wants to see it sends tasks/get",
    });
    const evidence = answered.slice(0, 20).map(({ number }) => number);
    if (answered.length > 0) verdict.pass({ subject: "task" }, evidence);
    else {
      required(changes);
      verdict.notApplicable("no tasks/update was acknowledged");
    }
  },
});

/** I34. Whether the status stays as it is is another check's (I15). */
export const cancelTerminal = extensionCheck({
  id: "tasks-cancel-terminal",
  category: "lifecycle",
  title: "Cancelling a task that has ended is acknowledged",
  description: "tasks/cancel of a task that has ended is acknowledged and changes nothing.",
  level: "should",
  contract: "I34",
  section: "Task Cancellation",
  phase: "change",
  mayChange: true,
  needs: { changes: endedTask },
  run({ changes }, verdict) {
    const { cancel, read } = required(changes);
    const trouble = troubleOf(cancel, "tasks/cancel of a task that had ended");
    const isGone = [cancel, read].every((one) => member(errorOf(one), "code") === ERROR.invalidParams);
    if (isGone)
      verdict.couldNotRun("the task was gone: tasks/get right afterwards could not read it either", {
        evidence: [cancel.number, read.number],
      });
    else if (trouble !== undefined) verdict.couldNotRun(trouble.reason, { ...trouble });
    else if (errorOf(cancel) !== undefined)
      verdict.fail(
        `tasks/cancel of a task that had ended: ${whatCame(cancel, 160)}; the expected answer is ${ACKNOWLEDGED} (-32602 is the answer of 2025-11-25) (I34)`,
        [cancel.number],
      );
  },
});

/** I32. */
export const cancelAck = extensionCheck({
  id: "tasks-cancel-ack",
  category: "lifecycle",
  title: "tasks/cancel is acknowledged with nothing but that",
  description: 'The answer to tasks/cancel of a working task is {"resultType": "complete"}, without members of a task.',
  level: "must",
  contract: "I32",
  section: "Task Cancellation",
  phase: "provoke",
  mayChange: true,
  needs: { slow: slowTask },
  run({ slow }, verdict) {
    const { cancel, problem } = required(slow);
    if (cancel === undefined || problem !== undefined) {
      verdict.couldNotRun(problem?.reason ?? "the task was not cancelled", { ...problem });
      return;
    }
    const result = resultOf(cancel);
    const evidence = [cancel.number];
    const about = { subject: "slow" };
    const { violations, warnings } =
      result === undefined
        ? { violations: [`it was refused with ${whatCame(cancel, 160)}`], warnings: [] }
        : judgeAcknowledgement(result);
    const findings = createFindings();
    const seen = { from: "tasks/cancel of a working task", exchange: cancel.number, subject: "slow" };
    const received = `Received ${whatCame(cancel, 160)}`;
    for (const key of violations) findings.add({ kind: "fail", key, came: `${key}. ${received}`, ...seen });
    for (const key of warnings) findings.add({ kind: "warn", key, came: `${key}. ${received}`, ...seen });
    findings.tell(verdict, {
      rule: `I32: tasks/cancel of a task that exists gets ${ACKNOWLEDGED}`,
      fix: "acknowledge the cancellation at once, whatever becomes of the task; -32602 is for unknown ids, and the task as an answer was the form of 2025-11-25",
    });
    verdict.pass(about, evidence);
  },
});

/** I35. */
export const cancelCooperative = extensionCheck({
  id: "tasks-cancel-cooperative",
  category: "lifecycle",
  title: "What becomes of a cancelled task",
  description: "After the acknowledgement a task may be cancelled, go on, end otherwise or be deleted: recorded.",
  level: "info",
  contract: "I35",
  section: "Task Cancellation",
  phase: "provoke",
  mayChange: true,
  needs: { slow: slowTask },
  run({ slow }, verdict) {
    const { after, problem } = required(slow);
    const last = after.at(-1);
    if (last === undefined) verdict.couldNotRun(problem?.reason ?? "the task was not cancelled", { ...problem });
    else {
      const status = member(resultOf(last), "status");
      const came = status === undefined ? whatCame(last, 120) : `as ${excerpt(status, 40)}`;
      verdict.note(`after tasks/cancel the task was read ${after.length} times, last ${came}`, [last.number], {
        subject: "slow",
      });
    }
  },
});

/** I62. */
export const surviveRequestEnd = extensionCheck({
  id: "tasks-survive-request-end",
  category: "lifecycle",
  title: "A task outlives the request that made it",
  description: "Neither the end of the stream of tools/call (HTTP) nor its cancellation (stdio) cancels the task.",
  level: "should",
  contract: "I62",
  section: "Task Cancellation",
  phase: "provoke",
  mayChange: true,
  needs: { slow: slowTask },
  run({ slow }, verdict, { negotiated }) {
    const { survived, notRead, cancelledRequest } = required(slow);
    const lost = survived.find((exchange) => member(resultOf(exchange), "status") === "cancelled");
    const what =
      negotiated.transport === "stdio"
        ? "notifications/cancelled for the tools/call that made it"
        : "the end of the tools/call that made it";
    if (lost !== undefined)
      verdict.fail(
        `the task of the role slow is cancelled after ${what}; only tasks/cancel does that (I62)`,
        [...(cancelledRequest === undefined ? [] : [cancelledRequest.number]), lost.number],
        { subject: "slow" },
      );
    if (survived.length === 0)
      verdict.couldNotRun(notRead?.reason ?? "the task was not read after its tools/call had ended", { ...notRead });
  },
});
