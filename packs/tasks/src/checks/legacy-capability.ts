import { excerpt, resultOf, say } from "@mcptest/pack";
import { required, troubleOf } from "../attempt.js";
import { extensionCheck } from "../define.js";
import { legacyOptIns } from "../legacy-opt-ins.js";
import { legacyProbes } from "../legacy-probes.js";
import { judgeProbes } from "../probe-verdict.js";
import { taskInAnyForm } from "../task-shape.js";
import { undeclaredCall } from "../undeclared-call.js";
import { undeclaredProbes } from "../undeclared-probes.js";

const RULE =
  "I42: the client capability tasks of 2025-11-25 declares nothing here: with it alone a request is undeclared";
const FIX = "decide by the declaration of the extension in clientCapabilities.extensions alone";

/** I42. It is silent where the request without that capability fared no better (I09, I37). */
export const legacyClientCapabilityInert = extensionCheck({
  id: "tasks-legacy-client-capability-inert",
  category: "dispatch",
  title: "The client capability of 2025-11-25 declares nothing",
  description: "A request with clientCapabilities.tasks and without the extension counts as undeclared.",
  level: "must",
  contract: "I42",
  source: "SEP-2663",
  section: "Backward Compatibility",
  phase: "end",
  mayChange: true,
  needs: { undeclared: undeclaredCall, optIns: legacyOptIns, probes: undeclaredProbes, legacy: legacyProbes },
  run({ undeclared, optIns, probes, legacy }, verdict) {
    const { last } = required(undeclared);
    const { legacyCapability } = required(optIns);
    const call = legacyCapability.last;
    const trouble = troubleOf(call, "tools/call with the legacy client capability");
    const about = { subject: "tools/call" };
    if (taskInAnyForm(resultOf(last)) === undefined) {
      if (trouble !== undefined) verdict.couldNotRun(trouble.reason, { ...trouble, about });
      else if (taskInAnyForm(resultOf(call)) === undefined) verdict.pass(about, [call.number]);
      else
        verdict.fail(
          say({
            sent: `tools/call of ${JSON.stringify(legacyCapability.candidate.tool)} with clientCapabilities.tasks, without the extension`,
            came: `a task came back, ${excerpt(resultOf(call), 200)}`,
            rule: RULE,
            fix: FIX,
          }),
          [call.number],
          about,
        );
    }
    const plain = judgeProbes(required(probes));
    for (const { method, outcome, message = "", origin, exchange } of judgeProbes(required(legacy))) {
      const before = plain.find((verdictOf) => verdictOf.method === method)?.outcome;
      if (before !== "passed" && before !== "warning") continue;
      if (outcome === "passed" || outcome === "warning") verdict.pass({ subject: method }, [exchange]);
      if (outcome === "could-not-run")
        verdict.couldNotRun(`${method}: ${message}`, { origin, evidence: [exchange], about: { subject: method } });
      if (outcome === "failed")
        verdict.fail(
          say({
            sent: `${method} with clientCapabilities.tasks, without the extension`,
            came: message,
            rule: RULE,
            fix: FIX,
          }),
          [exchange],
          { subject: method },
        );
    }
  },
});
