import type { Check } from "@mcptest/pack";

export const httpPassiveChecks: Check[] = [];
