import type { Check } from "@mcptest/pack";

/** The checks of profile `full` on the extension wire (section I.3), in order of their rows. */
export const extensionChecks: Check[] = [];
