import { defineCheck } from "@mcptest/pack";
import { required } from "../attempt.js";
import { ownRequests, wrongMcpName } from "../outbound.js";
import { life } from "../poll.js";
import { undeclaredProbes } from "../undeclared-probes.js";

const METHODS = ["tasks/get", "tasks/update", "tasks/cancel"];

/** I74, judged on the bytes that we sent. */
export const mcpNameRouting = defineCheck({
  id: "tasks-mcp-name-routing",
  category: "lifecycle",
  title: "Mcp-Name names the task",
  description: "Over HTTP, tasks/get is sent with Mcp-Name set to the task id.",
  level: "must",
  rule: { contract: "I74", source: "ext-tasks", section: "Routing Headers", revision: "2026-07-28" },
  docs: {
    asks: "Every tasks/get, tasks/update and tasks/cancel that mcptest sent over HTTP is read again as it went out: its header Mcp-Name holds the id of the task, the same as params.taskId.",
    why: "A gateway that spreads requests over several instances finds the one that has the task by this header, without a look at the body. The check makes sure that a server is never blamed for a request that was routed wrongly.",
    fix: "A failure is seldom the fault of the server. Look for a proxy that drops or changes Mcp-Name, and run against the server itself; if there is none, report it to mcptest.",
  },
  since: "0.1.0",
  phase: "end",
  on: { wire: "extension", transport: "http" },
  needs: { life, probes: undeclaredProbes },
  async run({ life: lived }, verdict, { host }) {
    required(lived);
    const sent = ownRequests(await host.transcript({ defects: false }));
    const requests = sent.filter(({ method }) => method !== undefined && METHODS.includes(method));
    for (const request of requests) {
      const wrong = wrongMcpName(request);
      if (wrong === undefined) continue;
      verdict.fail(
        `request ${request.number} (${request.method}): ${wrong}\nrule I74: over HTTP Mcp-Name repeats the task id\nfix: something between mcptest and the server changes its headers`,
        [request.number],
      );
    }
    verdict.detail("requestsJudged", requests.length);
  },
});
