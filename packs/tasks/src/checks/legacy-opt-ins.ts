import { excerpt, say } from "@mcptest/pack";
import { required, whatCame } from "../attempt.js";
import type { Call } from "../call.js";
import { extensionCheck } from "../define.js";
import { incomparable, kindOfAnswer, legacyOptIns } from "../legacy-opt-ins.js";
import { provoked } from "../provoke.js";
import { undeclaredCall } from "../undeclared-call.js";

/** I41. */
export const legacyParamIgnored = extensionCheck({
  id: "tasks-legacy-param-ignored",
  category: "dispatch",
  title: "params.task of 2025-11-25 is ignored",
  description: "A tools/call with params.task is answered like the same call without it, declared and undeclared.",
  level: "must",
  contract: "I41",
  source: "SEP-2663",
  section: "Backward Compatibility",
  phase: "provoke",
  needs: { call: provoked, undeclared: undeclaredCall, optIns: legacyOptIns },
  run({ call, undeclared, optIns }, verdict) {
    const { declaredParam, undeclaredParam, repeated } = required(optIns);
    const pairs: ["declared" | "undeclared", Call, Call][] = [
      ["declared", required(call).call, declaredParam],
      ["undeclared", required(undeclared), undeclaredParam],
    ];
    for (const [subject, twin, changed] of pairs) {
      const about = { subject };
      const { calls = [], wavers = false } = repeated[subject] ?? {};
      const evidence = [twin, changed, ...calls].map(({ last }) => last.number);
      const [plain, withParam] = [kindOfAnswer(twin), kindOfAnswer(changed)];
      const isTaken = subject === "undeclared" && (plain === "task" || plain === "broken-task");
      const open = isTaken
        ? { reason: "the undeclared call without params.task came back as a task (tasks-undeclared-creation-refused)" }
        : (incomparable(twin) ?? incomparable(changed));
      if (plain === withParam) verdict.pass(about, evidence);
      else if (wavers)
        verdict.couldNotRun(
          `the server answers the same tools/call, ${subject}, now with ${inWords(plain)} and now with ${inWords(withParam)}: nothing shows that params.task makes the difference`,
          { evidence, about },
        );
      else if (open !== undefined) verdict.couldNotRun(open.reason, { ...open, evidence, about });
      else
        verdict.fail(
          say({
            sent: `tools/call of ${JSON.stringify(changed.candidate.tool)}, ${subject}, with params.task`,
            came: `the answer is ${inWords(withParam)} (${whatCame(changed.last, 160)}); without params.task it is ${inWords(plain)}`,
            rule: "I41: params.task has no meaning on this wire; it is ignored and opts into nothing",
            fix: `decide by the declaration of the extension alone; ${excerpt("task")} among the params is a stranger`,
          }),
          evidence,
          about,
        );
    }
  },
});

const WORDS: ReadonlyMap<string, string> = new Map([
  ["task", "a task"],
  ["broken-task", "a task that is not in the form of this wire"],
  ["plain", "a plain result"],
  ["input-required", "input_required"],
]);

function inWords(kind: string): string {
  return WORDS.get(kind) ?? kind;
}
