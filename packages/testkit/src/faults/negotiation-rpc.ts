import type { Fault } from "./types.js";

/** Faults of the generic server: the rules of base JSON-RPC and of stdio. */
export const rpcFaults: Fault[] = [];
