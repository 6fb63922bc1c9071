import { defineCheck, type Exchange } from "@mcptest/pack";
import { forbiddenDeclarations, ownRequests } from "../outbound.js";
import { reading } from "../record.js";
import { undeclaredProbes } from "../undeclared-probes.js";
import { wireOf } from "../wire.js";

/** I70 and H46, judged on the bytes that we sent. */
export const declarationHygiene = defineCheck({
  id: "tasks-declaration-hygiene",
  category: "dispatch",
  title: "Declarations only on their own wire",
  description:
    "Outbound requests carry params.task only on the legacy wire and the extension declaration only on the extension wire.",
  level: "must",
  rule: { contract: "I70, H46", source: "ext-tasks", section: "Capability Negotiation", revision: "2026-07-28" },
  since: "0.1.0",
  ...reading,
  on: { wire: ["extension", "legacy"] },
  prepares: { probes: undeclaredProbes },
  async run(_needs, verdict, { host, negotiated }) {
    const { wire } = wireOf(negotiated);
    if (wire === "none") return;
    const requests: Exchange[] = ownRequests(await host.transcript({ defects: false }));
    for (const request of requests)
      for (const forbidden of forbiddenDeclarations(request, wire))
        verdict.fail(
          `request ${request.number} (${request.method ?? "no method"}) was sent with ${forbidden}\nrule ${
            wire === "extension" ? "I70: params.task exists" : "H46: the declaration of the extension exists"
          } on the ${wire === "extension" ? "2025-11-25" : "extension"} wire only\nfix: something between mcptest and the server changes its requests`,
          [request.number],
        );
    verdict.detail("requestsJudged", requests.length);
    if (requests.length === 0) verdict.couldNotRun("no request was recorded", { origin: "host" });
  },
});
