import { skillsEntryFaults } from "./skills-entries.js";
import { skillsFileFaults } from "./skills-files.js";
import { skillsListingFaults } from "./skills-listing.js";
import { skillsMethodFaults } from "./skills-methods.js";
import { skillsServerVariants } from "./skills-variants.js";
import type { Fault } from "./types.js";

/** Faults and variants that show only on the Skills server. */
export const skillsServerFaults: readonly Fault[] = [
  ...skillsMethodFaults,
  ...skillsListingFaults,
  ...skillsEntryFaults,
  ...skillsFileFaults,
  ...skillsServerVariants,
];
