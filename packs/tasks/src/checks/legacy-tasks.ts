import type { Check } from "@mcptest/pack";

/** Checks of a task's life: results, errors, lists, cancellation, on the wire of 2025-11-25. */
export const legacyTaskChecks: Check[] = [];
