import type { Check } from "@mcptest/pack";
import { legacyCreationChecks } from "./legacy-creation.js";
import { legacyInputChecks } from "./legacy-input.js";
import { legacyTaskChecks } from "./legacy-tasks.js";

/** The checks of profile `full` on the wire of 2025-11-25 (section H.2). */
export const legacyChecks: Check[] = [...legacyCreationChecks, ...legacyTaskChecks, ...legacyInputChecks];
