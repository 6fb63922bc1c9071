import type { Check } from "@mcptest/pack";

export const httpProbesChecks: Check[] = [];
