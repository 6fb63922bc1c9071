import { type Check, ERROR, say } from "@mcptest/pack";
import { extensionCheck } from "../define.js";
import { malformedCodes, readRefusal, unknownTasks } from "../unknown-tasks.js";

/** I36. */
export const getUnknownTask = extensionCheck({
  id: "tasks-get-unknown-task",
  category: "lifecycle",
  title: "tasks/get of a task that does not exist is refused",
  description: "tasks/get with an id that nobody gave out is refused with -32602; so is one with no id at all.",
  level: "must",
  contract: "I36",
  section: "Protocol Errors",
  phase: "probe",
  needs: { asked: unknownTasks },
  run({ asked }, verdict, { negotiated }) {
    const exchange = asked.unknown["tasks/get"];
    if (exchange === undefined) return;
    const sent = "tasks/get with a random id";
    const about = { subject: "unknown id" };
    const reading = readRefusal(exchange, sent, [ERROR.invalidParams]);
    if (reading.kind === "open") verdict.couldNotRun(reading.problem.reason, { ...reading.problem, about });
    if (reading.kind === "right") verdict.pass(about, [exchange.number]);
    if (reading.kind === "wrong")
      verdict.fail(
        say({
          sent,
          came: reading.came,
          rule: "I36: a taskId that is not known, expired ones included, is refused with -32602",
          fix: "answer with the error -32602 (Invalid params) when no task has this id",
        }),
        [exchange.number],
        about,
      );
    for (const { what, exchange: odd } of asked.malformed) {
      const one = readRefusal(odd, `tasks/get with ${what}`, malformedCodes(negotiated.transport));
      if (one.kind === "wrong")
        verdict.warn(`tasks/get with ${what}: ${one.came} (I36)`, [odd.number], { subject: what });
    }
  },
});

/** I28 and I33, which differ in their method only. */
function unknownRefused(
  method: "tasks/update" | "tasks/cancel",
  { id, contract }: { id: string; contract: string },
): Check {
  return extensionCheck({
    id,
    category: "lifecycle",
    title: `${method} of a task that does not exist is refused`,
    description: `${method} with an id that nobody gave out is refused with -32602.`,
    level: "should",
    contract,
    section: "Protocol Errors",
    phase: "probe",
    needs: { asked: unknownTasks },
    run({ asked }, verdict) {
      const exchange = asked.unknown[method];
      if (exchange === undefined) return;
      const sent = `${method} with a random id`;
      const reading = readRefusal(exchange, sent, [ERROR.invalidParams]);
      if (reading.kind === "open") verdict.couldNotRun(reading.problem.reason, { ...reading.problem });
      if (reading.kind === "wrong") verdict.fail(`${sent}: ${reading.came} (${contract})`, [exchange.number]);
    },
  });
}

/** I28. */
export const updateUnknownTask = unknownRefused("tasks/update", { id: "tasks-update-unknown-task", contract: "I28" });

/** I33. */
export const cancelUnknownTask = unknownRefused("tasks/cancel", { id: "tasks-cancel-unknown-task", contract: "I33" });
