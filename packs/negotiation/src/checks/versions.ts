import type { Check } from "@mcptest/pack";

export const versionsChecks: Check[] = [];
