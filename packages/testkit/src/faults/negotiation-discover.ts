import type { Fault } from "./types.js";

/** Faults of the generic server: the rules of `server/discover` and versions. */
export const discoverFaults: Fault[] = [];
