import { defineCheck, say } from "@mcptest/pack";
import { required } from "../attempt.js";
import { judgeProbes } from "../probe-verdict.js";
import { undeclaredProbes } from "../undeclared-probes.js";

/** I37. */
export const undeclaredCapabilityRejected = defineCheck({
  id: "tasks-undeclared-capability-rejected",
  category: "lifecycle",
  title: "Task methods are refused without the declaration",
  description:
    "tasks/get, tasks/update, tasks/cancel and a task-filtered subscriptions/listen sent without the extension declaration must each be rejected with -32021.",
  level: "must",
  rule: { contract: "I37", source: "ext-tasks", section: "Protocol Errors", revision: "2026-07-28" },
  since: "0.1.0",
  phase: "end",
  mayChange: true,
  on: { wire: "extension" },
  needs: { probes: undeclaredProbes },
  run({ probes: attempt }, verdict) {
    const probes = required(attempt);
    const verdicts = judgeProbes(probes);
    verdict.detail(
      "probes",
      verdicts.map(({ exchange: _exchange, origin: _origin, ...shown }) => shown),
    );
    for (const { method, outcome, message = "", origin, exchange } of verdicts) {
      const about = { subject: method };
      const evidence = [exchange];
      const sent = `${method} of a task that exists, without the extension declaration`;
      if (outcome === "passed") verdict.pass(about, evidence);
      if (outcome === "warning") verdict.warn(`${sent}: ${message} (I37)`, evidence, about);
      if (outcome === "could-not-run") verdict.couldNotRun(`${sent}: ${message}`, { origin, evidence, about });
      if (outcome === "failed")
        verdict.fail(
          say({
            sent,
            came: message,
            rule: "I37: each of the four methods is refused with -32021 when the request does not declare the extension, whatever earlier requests declared",
            fix: 'check the declaration of each request before the task is looked up, and answer -32021 with data.requiredCapabilities.extensions["io.modelcontextprotocol/tasks"]: {}',
          }),
          evidence,
          about,
        );
    }
  },
});
