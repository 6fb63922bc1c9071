import type { Check } from "@mcptest/pack";

/** Checks of what a server declares, and of what a call makes, on the wire of 2025-11-25. */
export const legacyCreationChecks: Check[] = [];
