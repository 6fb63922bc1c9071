export { toConformanceResult } from "./conformance.js";
export { conformanceResultOf } from "./conformance-result.js";
export { exitCodeOf, worseExitCode } from "./outcome.js";
export { run } from "./run.js";
export { chosen as chosenChecks, profileOf, validateSelection } from "./selection.js";
export { type Sighting, type SightingOptions, sightings } from "./sightings.js";
export * from "./types.js";
