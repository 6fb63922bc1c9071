import { at, defineCheck, errorOf, excerpt, resultOf, say, sentJson } from "@mcptest/pack";
import { troubleOf, whatCame } from "../attempt.js";
import { provoked } from "../provoke.js";
import { answeredCall, reading, recordOf } from "../record.js";
import { readExtensionCall, readLegacyCall } from "../task-shape.js";
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
  ...reading,
  prepares: { call: answeredCall },
  on: { wire: ["extension", "legacy"] },
  async run(_needs, verdict, context) {
    const isLegacy = wireOf(context.negotiated).wire === "legacy";
    const wire = isLegacy ? "legacy" : "extension";
    const last = (await recordOf(context, provoked)).findLast(({ method }) => method === "tools/call");
    if (last === undefined) {
      verdict.couldNotRun("no call of the role task was recorded");
      return;
    }
    const tool = at(sentJson(last), "params", "name") ?? null;
    verdict.detail("probedTool", tool);
    const evidence = [last.number];
    const result = resultOf(last);
    if (result === undefined) {
      const trouble = troubleOf(last, "tools/call");
      if (isLegacy && trouble === undefined && errorOf(last) !== undefined)
        verdict.note(`the tool declined: ${whatCame(last)}`, evidence, { subject: "task" });
      else
        verdict.couldNotRun(trouble?.reason ?? `the call was answered with ${whatCame(last)}`, {
          evidence,
          ...trouble,
        });
      return;
    }
    const read = isLegacy ? readLegacyCall(result) : readExtensionCall(result);
    const about = { subject: "task" };
    const sent = `tools/call of ${JSON.stringify(tool)} ${wire === "legacy" ? "with params.task" : "with the extension declared"}`;
    const received = excerpt(result, 240);
    for (const violation of read.violations)
      verdict.fail(
        say({ sent, came: `${violation}. Received ${received}`, rule: RULE[wire].text, fix: RULE[wire].fix }),
        evidence,
        about,
      );
    for (const warning of read.warnings)
      verdict.warn(`${sent}: ${warning} (I06). Received ${received}`, evidence, about);
    verdict.pass(about, evidence);
  },
});
