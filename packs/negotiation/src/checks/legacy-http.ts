import type { Check } from "@mcptest/pack";

export const legacyHttpChecks: Check[] = [];
