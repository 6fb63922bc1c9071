import type { Check } from "@mcptest/pack";
import { compatCheck } from "../define.js";
import { envelopeViolations } from "../envelope.js";
import { files } from "../files.js";
import { report } from "../findings.js";
import { invocations } from "../invocations.js";
import { recordedReads } from "../recorded.js";

const envelopeOnlyContents = compatCheck({
  id: "compat-envelope-only-contents",
  category: "reads",
  title: "A read gives contents and nothing else",
  description:
    "The result of reading a mapped address has only contents. A manifest, and a method that invoke names, is one item of application/json whose text is a JSON object; each item has the URI that was read.",
  level: "must",
  section: "Invoke a method using a resource read",
  phase: "end",
  reads: "transcript",
  prepares: { files, invocations },
  async run(_values, verdict, { host }) {
    const reads = recordedReads(await host.transcript({ method: "resources/read", defects: false }));
    if (reads.length === 0) return verdict.notApplicable("no mcp-extensions:// address was read");
    report(verdict, envelopeViolations(reads));
  },
});

export const envelopeChecks: Check[] = [envelopeOnlyContents];
