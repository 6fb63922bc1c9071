import type { Check } from "@mcptest/pack";

export const metaKeysChecks: Check[] = [];
