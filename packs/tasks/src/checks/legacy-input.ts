import type { Check } from "@mcptest/pack";

/** Checks of what the server asks of the client, on the wire of 2025-11-25. */
export const legacyInputChecks: Check[] = [];
