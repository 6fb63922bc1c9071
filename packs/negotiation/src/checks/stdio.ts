import type { Check } from "@mcptest/pack";

export const stdioChecks: Check[] = [];
