import { defineCheck } from "@mcptest/pack";
import { ownRequests, wrongMcpName } from "../outbound.js";
import { readingTask } from "../record.js";
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
  on: { wire: "extension", transport: "http" },
  ...readingTask,
  prepares: { ...readingTask.prepares, probes: undeclaredProbes },
  async run(_needs, verdict, { host }) {
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
    if (requests.length === 0) verdict.couldNotRun("no request about a task was recorded");
  },
});
