import type { Check } from "@mcptest/pack";

export const inputRoundsChecks: Check[] = [];
