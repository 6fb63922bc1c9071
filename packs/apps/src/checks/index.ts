import type { Check } from "@mcptest/pack";
import { aliasesOf } from "./aliases.js";
import { clientsChecks } from "./clients.js";
import { cspChecks } from "./csp.js";
import { documentsChecks } from "./documents.js";
import { listsChecks } from "./lists.js";
import { metadataChecks } from "./metadata.js";
import { negotiationChecks } from "./negotiation.js";
import { readsChecks } from "./reads.js";
import { resultsChecks } from "./results.js";
import { callableChecks, sessionsChecks } from "./sessions.js";
import { toolsChecks } from "./tools.js";
import { viewChecks } from "./view/index.js";

/** The checks that a run selects by itself. */
const own: Check[] = [
  ...negotiationChecks,
  ...clientsChecks,
  ...sessionsChecks,
  ...toolsChecks,
  ...callableChecks,
  ...readsChecks,
  ...listsChecks,
  ...documentsChecks,
  ...metadataChecks,
  ...cspChecks,
  ...resultsChecks,
  ...viewChecks,
];

/** Every check of the pack, in the order of a report. */
export const checks: Check[] = [...own, ...aliasesOf(own)];
