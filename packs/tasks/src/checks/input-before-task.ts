import { type Exchange, excerpt, member, resultOf } from "@mcptest/pack";
import { extensionCheck } from "../define.js";
import { subjectOf } from "../ledger.js";
import { passiveRecord } from "../leftovers.js";
import { readingLedger } from "../record.js";
import { readExtensionCall } from "../task-shape.js";

/** I51. */
export const mrtrBeforeCreate = extensionCheck({
  id: "tasks-mrtr-before-create",
  category: "creation",
  title: "Input before a task, then the task",
  description: "A call that is answered with input_required first is answered with a task once it has its input.",
  level: "should",
  contract: "I51",
  section: "Task Creation",
  ...readingLedger,
  async run({ ledger }, verdict, { host }) {
    const makesTasks = ledger.sightings.some(({ source }) => source === "tools/call");
    const calls = passiveRecord(await host.transcript({ method: "tools/call" }));
    const byMaker = new Map<string, Exchange[]>();
    for (const call of calls) {
      const maker = call.tags.check ?? "";
      byMaker.set(maker, [...(byMaker.get(maker) ?? []), call]);
    }
    const asked = [...byMaker].filter(([, made]) => made.slice(0, -1).some(isAsking));
    for (const [maker, made] of asked) {
      const last = made.at(-1);
      if (last === undefined) continue;
      const evidence = made.map(({ number }) => number);
      const about = { subject: subjectOf(maker) };
      const { kind } = readExtensionCall(resultOf(last));
      const isPlain = kind === "plain" && resultOf(last) !== undefined;
      if (kind === "task") verdict.pass(about, evidence);
      else if (isPlain && !makesTasks) verdict.note("the server made no task of any call (I56)", evidence, about);
      else
        verdict.fail(
          `tools/call with the input that it had asked for (input_required): no task came, ${excerpt(resultOf(last) ?? last.response, 160)} (I51)`,
          evidence,
          about,
        );
    }
    if (asked.length === 0) verdict.notApplicable("no call was answered with input_required before its task");
  },
});

function isAsking(call: Exchange): boolean {
  return member(resultOf(call), "resultType") === "input_required";
}
