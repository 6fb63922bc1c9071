import { callFaults } from "./negotiation-calls.js";
import { discoverFaults } from "./negotiation-discover.js";
import { extensionFaults } from "./negotiation-extensions.js";
import { httpRuleFaults } from "./negotiation-http.js";
import { legacyRuleFaults } from "./negotiation-legacy.js";
import { listenRuleFaults } from "./negotiation-listen.js";
import { rpcFaults } from "./negotiation-rpc.js";
import { genericVariants } from "./negotiation-variants.js";
import type { Fault } from "./types.js";

/** Faults and variants that show only on the generic server. */
export const negotiationFaults: Fault[] = [
  ...rpcFaults,
  ...httpRuleFaults,
  ...discoverFaults,
  ...extensionFaults,
  ...callFaults,
  ...listenRuleFaults,
  ...legacyRuleFaults,
  ...genericVariants,
];
