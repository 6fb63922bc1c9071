import type { Check } from "@mcptest/pack";

export const resultsChecks: Check[] = [];
