import type { Check } from "@mcptest/pack";

export const extensionsChecks: Check[] = [];
