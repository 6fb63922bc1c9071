import type { Check } from "@mcptest/pack";
import { directoryChecks } from "./directories.js";
import { entryChecks } from "./entries.js";
import { fileChecks } from "./files.js";
import { getChecks } from "./get.js";
import { listingChecks } from "./listing.js";
import { negotiationChecks } from "./negotiation.js";
import { reachChecks } from "./reach.js";

/** Every check of the pack, category by category. */
export const checks: Check[] = [
  ...negotiationChecks,
  ...listingChecks,
  ...entryChecks,
  ...getChecks,
  ...fileChecks,
  ...directoryChecks,
  ...reachChecks,
];
