import { inputRetryFaults } from "./negotiation-input-retries.js";
import { inputShapeFaults } from "./negotiation-input-shapes.js";
import { inputStateFaults } from "./negotiation-input-state.js";
import type { Fault } from "./types.js";

/** Faults of rounds of input. */
export const inputRoundFaults: Fault[] = [...inputShapeFaults, ...inputRetryFaults, ...inputStateFaults];
