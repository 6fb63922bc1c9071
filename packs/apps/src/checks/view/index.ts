import type { Check } from "@mcptest/pack";

/** The checks of views in a browser. */
export const viewChecks: Check[] = [];
