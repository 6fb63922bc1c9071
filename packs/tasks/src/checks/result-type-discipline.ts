import { defineCheck, errorOf, excerpt, resultOf } from "@mcptest/pack";
import { required } from "../attempt.js";
import { provoked } from "../provoke.js";
import { say } from "../say.js";
import { wireOf } from "../wire.js";

const RULE = {
  extension: {
    text: 'I06: a tools/call is answered by a plain result, by input_required, or by a flat task handle: "resultType": "task" and a "taskId" at the top level of the result',
    fix: 'answer {"resultType": "task", "taskId": …, "status": …, "createdAt": …, "lastUpdatedAt": …, "ttlMs": …}, or a plain tool result',
  },
  legacy: {
    text: 'H31: a tools/call with params.task is answered by {"task": {"taskId": …}}, or by a plain tool result or an error where the tool declines',
    fix: 'answer {"task": {"taskId": …, "status": "working", "createdAt": …, "lastUpdatedAt": …, "ttl": …}}, or a plain tool result',
  },
} as const;

/** I06 and H31. */
export const resultTypeDiscipline = defineCheck({
  id: "tasks-result-type-discipline",
  category: "creation",
  title: "A task handle says that it is one",
  description:
    'A task-eligible tools/call returns either a normal tool result or a flat CreateTaskResult with resultType: "task" and a non-empty taskId. The discriminator is required whether absent or wrong.',
  level: "must",
  rule: { contract: "I06, H31", source: "ext-tasks", section: "Polymorphic Results", revision: "2026-07-28" },
  since: "0.1.0",
  phase: "provoke",
  on: { wire: ["extension", "legacy"] },
  needs: { call: provoked },
  run({ call: attempt }, verdict, { negotiated }) {
    const value = required(attempt);
    const { call, reading } = value;
    const wire = wireOf(negotiated).wire === "legacy" ? "legacy" : "extension";
    verdict.detail("probedTool", call.candidate.tool);
    verdict.detail("because", call.candidate.because);
    if (reading === undefined) {
      const { reason, evidence } = value.noTask;
      const declined = wire === "legacy" && errorOf(call.last) !== undefined;
      if (declined) verdict.note(`the tool declined: ${reason}`, evidence, { subject: "task" });
      else verdict.couldNotRun(reason, { evidence });
      return;
    }
    const about = { subject: "task" };
    const evidence = [call.last.number];
    const sent = `tools/call of ${JSON.stringify(call.candidate.tool)} ${wire === "legacy" ? "with params.task" : "with the extension declared"}`;
    const result = excerpt(resultOf(call.last), 240);
    for (const violation of reading.violations)
      verdict.fail(
        say({ sent, came: `${violation}. Received ${result}`, rule: RULE[wire].text, fix: RULE[wire].fix }),
        evidence,
        about,
      );
    for (const warning of reading.warnings)
      verdict.warn(`${sent}: ${warning} (I06). Received ${result}`, evidence, about);
    verdict.pass(about, evidence);
  },
});
