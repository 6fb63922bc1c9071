import type { Check } from "@mcptest/pack";

export const listenChecks: Check[] = [];
