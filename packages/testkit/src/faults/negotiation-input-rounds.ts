import type { Fault } from "./types.js";

/** Faults of rounds of input. */
export const inputRoundFaults: Fault[] = [];
