import type { Check } from "@mcptest/pack";
import { capabilityHandlerChecks } from "./capability-handlers.js";
import { discoverProbes } from "./discover-probes.js";
import { discoverShapeChecks } from "./discover-shape.js";
import { listPerConnectionChecks } from "./list-per-connection.js";
import { listedReadableChecks } from "./listed-readable.js";
import { serverInfoChecks } from "./server-info.js";

/** Checks of `server/discover` and of lists: B, and A20. */
export const discoveryChecks: Check[] = [
  ...discoverShapeChecks,
  ...serverInfoChecks,
  ...discoverProbes,
  ...capabilityHandlerChecks,
  ...listPerConnectionChecks,
  ...listedReadableChecks,
];
