import { legacyHandshakeFaults } from "./negotiation-legacy-handshake.js";
import { legacyHttpFaults } from "./negotiation-legacy-http.js";
import type { Fault } from "./types.js";

/** Faults of the generic server: the rules of the legacy revisions, over all their transports. */
export const legacyRuleFaults: Fault[] = [...legacyHandshakeFaults, ...legacyHttpFaults];
