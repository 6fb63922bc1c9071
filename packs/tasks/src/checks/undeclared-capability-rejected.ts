import { defineCheck } from "@mcptest/pack";
import { required } from "../attempt.js";
import { judgeProbes } from "../probe-verdict.js";
import { say } from "../say.js";
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
  docs: {
    asks: "tasks/get, tasks/update, tasks/cancel and a subscriptions/listen that filters by task are sent for a task that exists, without the declaration of the extension. Each has to be refused with the error -32021.",
    why: "The methods belong to the extension. A server that serves them to anybody lets clients depend on what was never negotiated, and hides the mistake of a client that forgot the declaration until it meets a server that is strict.",
    fix: 'Look at the clientCapabilities of each request before the task is looked up. Without the extension answer -32021 with data.requiredCapabilities.extensions["io.modelcontextprotocol/tasks"]: {}, over HTTP with status 400. A server that has no subscriptions/listen at all may answer that one with -32601; it is a warning.',
  },
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
