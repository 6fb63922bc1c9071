export { type ArtifactStore, createArtifactStore } from "./artifacts.js";
export { type OpenAccess, openAccess } from "./browser-access.js";
export { describeThrown, type PackCaller, runAsPack } from "./containment.js";
export { routesOf } from "./extension-route.js";
export { type BrowserChoice, type FoundBrowser, findBrowser, thisPlace } from "./find-browser.js";
export { createGate, type Gate, type GateMode, type HeldCall, ONLY_LISTED } from "./gate.js";
export { createLaneTranscript, type LaneTranscript } from "./lane-transcript.js";
export { type LaneTrouble, watchLane } from "./lane-trouble.js";
export {
  createPackHost,
  type Door,
  type DoorOptions,
  type LaneAccess,
  type PackDoors,
} from "./pack-host.js";
export { createStopper, type Stopper, stopReason, untilStopped } from "./stop.js";
export { temporaryFolder } from "./temporary-folder.js";
