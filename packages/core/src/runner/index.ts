export { conformanceResultOf, toConformanceResult } from "./conformance.js";
export { DEFAULT_TIMES } from "./defaults.js";
export { list } from "./list.js";
export { HOST_CHECKS } from "./require.js";
export { run } from "./run.js";
export { validateSelection } from "./selection.js";
export { type Sighting, type SightingOptions, sightings } from "./sightings.js";
export * from "./types.js";
