import type { Check } from "@mcptest/pack";

export const callsChecks: Check[] = [];
