import type { Check } from "@mcptest/pack";
import { extensionInertOnLegacy } from "./inert-extension.js";
import { legacyCreationChecks } from "./legacy-creation.js";
import { legacyInputChecks } from "./legacy-input.js";
import { legacyTaskChecks } from "./legacy-tasks.js";

/** The checks of profile `full` on the wire of 2025-11-25 (section H.2, and I05). */
export const legacyChecks: Check[] = [
  extensionInertOnLegacy,
  ...legacyCreationChecks,
  ...legacyTaskChecks,
  ...legacyInputChecks,
];
