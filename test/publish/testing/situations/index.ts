import { LINKS } from "./links.js";
import { PATHS } from "./paths.js";
import { PLACES } from "./places.js";
import { SHAPES } from "./shapes.js";
import type { Situation } from "./situation.js";

export type { Situation } from "./situation.js";

/** Every situation. */
export const SITUATIONS: readonly Situation[] = [...SHAPES, ...PLACES, ...LINKS, ...PATHS];
