import { boundaryFaults } from "./compat-boundary.js";
import { callFaults } from "./compat-calls.js";
import { pageFaults } from "./compat-lists.js";
import { manifestFaults } from "./compat-manifest.js";
import { readFaults } from "./compat-reads.js";
import { routeFaults } from "./compat-routes.js";
import { mappedVariants } from "./compat-variants.js";
import type { Fault } from "./types.js";

/** Faults and variants that show only on the mapped server. */
export const compatibilityFaults: readonly Fault[] = [
  ...boundaryFaults,
  ...manifestFaults,
  ...routeFaults,
  ...pageFaults,
  ...readFaults,
  ...callFaults,
  ...mappedVariants,
];
