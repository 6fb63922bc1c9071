import type { Check } from "@mcptest/pack";
import { cancelResult, legacyCancelTerminal } from "./legacy-changes.js";
import { legacyTransitions } from "./legacy-histories.js";
import { legacyAuthBinding } from "./legacy-identity.js";
import { cursor } from "./legacy-list.js";
import { failedIsError, resultTerminal } from "./legacy-outcomes.js";
import { relatedTaskIgnored } from "./legacy-related.js";
import { unknownId } from "./legacy-unknown.js";

/** Checks of a task's life: results, errors, lists, cancellation, on the wire of 2025-11-25, in order of their rows. */
export const legacyTaskChecks: Check[] = [
  legacyTransitions,
  resultTerminal,
  relatedTaskIgnored,
  unknownId,
  cursor,
  legacyCancelTerminal,
  cancelResult,
  failedIsError,
  legacyAuthBinding,
];
