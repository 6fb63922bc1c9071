import type { Fault } from "./types.js";

/** Faults of the generic server: the rules of `subscriptions/listen`. */
export const listenRuleFaults: Fault[] = [];
