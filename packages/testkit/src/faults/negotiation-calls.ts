import type { Fault } from "./types.js";

/** Faults of the generic server: the rules of results, MRTR and caching. */
export const callFaults: Fault[] = [];
