import type { Check } from "@mcptest/pack";

/** The checks of profile `full` on the 2025-11-25 wire (section H.2), in order of their rows. */
export const legacyChecks: Check[] = [];
