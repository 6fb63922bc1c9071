import type { Check } from "@mcptest/pack";

export const extensionIdsChecks: Check[] = [];
