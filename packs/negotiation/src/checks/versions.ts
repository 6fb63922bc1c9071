import type { Check } from "@mcptest/pack";
import { eraByOpeningChecks } from "./era-by-opening.js";
import { versionMissingMetaChecks } from "./version-missing-meta.js";
import { versionRefusalChecks } from "./version-refusal.js";

/** Checks of versions and eras: C. */
export const versionsChecks: Check[] = [...versionRefusalChecks, ...eraByOpeningChecks, ...versionMissingMetaChecks];
