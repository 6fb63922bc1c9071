/**
 * For the tests of a pack: that a check finds a fault and nothing else, what was sent, and that a release turns no green
 * server red.
 * @packageDocumentation
 */
export type { Complaint } from "./complaints.js";
export { type Caught, type CaughtRun, expectCaught } from "./expect-caught.js";
export type { ReleaseKind } from "./release-kind.js";
export {
  brokenPromises,
  describeRelease,
  type ReleaseProblem,
  type ReleaseProblemKind,
  type ReleaseProof,
} from "./release-proof.js";
export type { OwnServer, TestkitSettings } from "./release-servers.js";
export { exchangesIn } from "./run-pack.js";
export type { StartedServer, StartServer } from "./server.js";
export { optionsForTestkit } from "./tasks-options.js";
export {
  type Answered,
  expectAnswered,
  expectNotSent,
  expectOrder,
  expectSent,
  type Sent,
  sentOf,
} from "./transcript.js";
export { expectRelease, type VerifyRelease, verifyRelease } from "./verify-release.js";
