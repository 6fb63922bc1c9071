import type { Check } from "@mcptest/pack";

export const discoveryChecks: Check[] = [];
