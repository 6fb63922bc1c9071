import type { Check } from "@mcptest/pack";
import { negotiationChecks } from "./negotiation.js";
import { toolsChecks } from "./tools.js";
import { viewChecks } from "./view/index.js";

/** Every check of the pack, in the order of a report. */
export const checks: Check[] = [...negotiationChecks, ...toolsChecks, ...viewChecks];
