import { defineFixture } from "@mcptest/pack";
import type { Attempt } from "./attempt.js";
import { longestWait } from "./back-off.js";
import { withLegacyCapability } from "./legacy-opt-ins.js";
import type { TasksOptions } from "./options.js";
import { life } from "./poll.js";
import { type Probes, probe, undeclaredProbes } from "./undeclared-probes.js";

/** The undeclared requests once more, after the plain ones, with the client capability of 2025-11-25 declared (I42). */
export const legacyProbes = defineFixture<
  Attempt<Probes>,
  { life: typeof life; before: typeof undeclaredProbes },
  TasksOptions
>({
  name: "undeclared probes with the legacy capability",
  mayChange: true,
  timeoutMs: longestWait,
  needs: { life, before: undeclaredProbes },
  async prepare({ life: lived, before }, context) {
    if (lived.problem !== undefined) return { problem: lived.problem };
    if (before.problem !== undefined) return { problem: before.problem };
    const defect = "the client capability of 2025-11-25 stands in place of the declaration (I42)";
    const change = (spec: Parameters<typeof withLegacyCapability>[0]) => ({ ...withLegacyCapability(spec), defect });
    return { value: await probe(context, lived.value, { change, everySocket: false }) };
  },
});
