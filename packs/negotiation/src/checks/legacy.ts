import type { Check } from "@mcptest/pack";

export const legacyChecks: Check[] = [];
