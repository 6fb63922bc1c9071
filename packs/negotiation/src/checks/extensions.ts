import type { Check } from "@mcptest/pack";
import { compareChecks } from "./ext-compare.js";
import { fallbackChecks } from "./ext-fallback.js";
import { methodChecks } from "./ext-methods.js";
import { offerChecks } from "./ext-offer.js";
import { shapeChecks } from "./ext-shape.js";
import { statelessChecks } from "./ext-stateless.js";
import { toleranceChecks } from "./ext-tolerance.js";
import { useChecks } from "./ext-use.js";

export const extensionsChecks: Check[] = [
  ...shapeChecks,
  ...useChecks,
  ...fallbackChecks,
  ...toleranceChecks,
  ...methodChecks,
  ...offerChecks,
  ...statelessChecks,
  ...compareChecks,
];
