import { appsDocumentFaults } from "./apps-documents.js";
import { appsMetaFaults } from "./apps-meta.js";
import { appsNegotiationFaults } from "./apps-negotiation.js";
import { appsReadFaults } from "./apps-reads.js";
import { appsResultFaults } from "./apps-results.js";
import { appsToolFaults } from "./apps-tools.js";
import { appsServerVariants } from "./apps-variants.js";
import { appsViewAnswerFaults } from "./apps-view-answers.js";
import { appsViewAskFaults } from "./apps-view-asks.js";
import { appsViewHostFaults } from "./apps-view-hosts.js";
import { appsViewLoadFaults } from "./apps-view-loads.js";
import { appsViewLookFaults } from "./apps-view-looks.js";
import { appsViewSizeFaults } from "./apps-view-sizes.js";
import { appsViewStartFaults } from "./apps-view-start.js";
import type { Fault } from "./types.js";

/** Faults and variants that show only on the Apps server. */
export const appsServerFaults: readonly Fault[] = [
  ...appsNegotiationFaults,
  ...appsToolFaults,
  ...appsReadFaults,
  ...appsDocumentFaults,
  ...appsMetaFaults,
  ...appsResultFaults,
  ...appsViewStartFaults,
  ...appsViewLoadFaults,
  ...appsViewAskFaults,
  ...appsViewHostFaults,
  ...appsViewLookFaults,
  ...appsViewSizeFaults,
  ...appsViewAnswerFaults,
  ...appsServerVariants,
];
