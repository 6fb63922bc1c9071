import type { Fault } from "./types.js";

/** What a generic server may do: unusual, and legal. */
export const genericVariants: Fault[] = [];
