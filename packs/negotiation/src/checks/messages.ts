import type { Check } from "@mcptest/pack";

export const messagesChecks: Check[] = [];
