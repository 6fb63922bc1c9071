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
