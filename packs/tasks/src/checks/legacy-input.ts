import type { Check } from "@mcptest/pack";
import { legacyResultBlocks, legacyResultRelatedTask } from "./legacy-awaited-results.js";
import { legacyProgress } from "./legacy-progress.js";
import { legacyInputRequired, legacyRelatedTaskMessages, legacyServerAugmentUndeclared } from "./legacy-questions.js";

/** Checks of what the server asks of the client, on the wire of 2025-11-25. */
export const legacyInputChecks: Check[] = [
  legacyResultBlocks,
  legacyResultRelatedTask,
  legacyRelatedTaskMessages,
  legacyInputRequired,
  legacyProgress,
  legacyServerAugmentUndeclared,
];
