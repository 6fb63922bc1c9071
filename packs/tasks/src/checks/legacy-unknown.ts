import { ERROR, say } from "@mcptest/pack";
import { legacyCheck } from "../define.js";
import { EMPTY_ID, readRefusal, unknownTasks } from "../unknown-tasks.js";

/** H18. */
export const unknownId = legacyCheck({
  id: "tasks-legacy-unknown-id",
  category: "lifecycle",
  title: "A task that does not exist is refused",
  description: "tasks/get, tasks/result and, where declared, tasks/cancel of an unknown or invalid id: -32602.",
  level: "must",
  contract: "H18",
  section: "Protocol Errors",
  phase: "probe",
  needs: { asked: unknownTasks },
  run({ asked }, verdict) {
    const unknown = Object.entries(asked.unknown).map(([method, exchange]) => ({
      sent: `${method} with a random id`,
      subject: method,
      exchange,
      mustBe: true,
    }));
    const known = asked.unknown["tasks/get"];
    const isGetRight = known === undefined || readRefusal(known, "tasks/get", [ERROR.invalidParams]).kind === "right";
    // What a wrong answer to an unknown id has said already is not said once more.
    const malformed = (isGetRight ? asked.malformed : []).map(({ what, exchange }) => ({
      sent: `tasks/get with ${what}`,
      subject: what,
      exchange,
      mustBe: what === EMPTY_ID,
    }));
    for (const { sent, subject, exchange, mustBe } of [...unknown, ...malformed]) {
      const about = { subject };
      const evidence = [exchange.number];
      const reading = readRefusal(exchange, sent, [ERROR.invalidParams]);
      if (reading.kind === "right") verdict.pass(about, evidence);
      else if (reading.kind === "open" && mustBe)
        verdict.couldNotRun(reading.problem.reason, { ...reading.problem, about });
      else if (reading.kind === "wrong" && mustBe)
        verdict.fail(
          say({
            sent,
            came: reading.came,
            rule: "H18: an invalid or unknown taskId, expired ones included, is refused with -32602",
            fix: "answer with the error -32602 (Invalid params) when no task has this id",
          }),
          evidence,
          about,
        );
      else if (reading.kind === "wrong") verdict.warn(`${sent}: ${reading.came} (H18)`, evidence, about);
    }
  },
});
