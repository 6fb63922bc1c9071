import type { Fault } from "./types.js";

/** Faults of the generic server: the rules of extension ids, declarations and fallback. */
export const extensionFaults: Fault[] = [];
