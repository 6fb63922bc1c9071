import type { Check } from "@mcptest/pack";
import { argumentChecks } from "./arguments.js";
import { boundaryChecks } from "./boundary.js";
import { envelopeChecks } from "./envelope.js";
import { listChecks } from "./lists.js";
import { manifestChecks } from "./manifests.js";
import { nativeChecks } from "./native.js";
import { resultChecks } from "./results.js";
import { routeChecks } from "./routes.js";
import { unknownRouteChecks } from "./unknown-route.js";

/** Every check of the pack, by subject. */
export const checks: Check[] = [
  ...boundaryChecks,
  ...nativeChecks,
  ...manifestChecks,
  ...routeChecks,
  ...listChecks,
  ...envelopeChecks,
  ...unknownRouteChecks,
  ...argumentChecks,
  ...resultChecks,
];
