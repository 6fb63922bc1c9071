import type { Check } from "@mcptest/pack";
import { legacyCreateResult, legacyImmediateResponse, legacyInitialStatus, legacyTaskId } from "./legacy-creations.js";
import { legacyCapabilityDeclared, legacyCapabilityShape, legacyTaskSupportEnum } from "./legacy-declarations.js";
import {
  legacyForbiddenTool,
  legacyRequiredTool,
  legacyRequiredType,
  legacyUndeclaredIgnored,
} from "./legacy-negotiation.js";
import {
  legacyRelatedTaskOmitted,
  legacyStatusNotification,
  legacyTaskShape,
  legacyTimestamps,
} from "./legacy-objects.js";
import { legacyGetNotSse, legacyInformativeErrors, legacyUndeclaredOp } from "./legacy-requests.js";

/** Checks of what a server declares, and of what a call makes, on the wire of 2025-11-25, in order of their rows. */
export const legacyCreationChecks: Check[] = [
  legacyCapabilityDeclared,
  legacyCapabilityShape,
  legacyRequiredTool,
  legacyForbiddenTool,
  legacyUndeclaredIgnored,
  legacyCreateResult,
  legacyInitialStatus,
  legacyTaskId,
  legacyTimestamps,
  legacyRelatedTaskOmitted,
  legacyStatusNotification,
  legacyUndeclaredOp,
  legacyImmediateResponse,
  legacyGetNotSse,
  legacyRequiredType,
  legacyTaskShape,
  legacyTaskSupportEnum,
  legacyInformativeErrors,
];
