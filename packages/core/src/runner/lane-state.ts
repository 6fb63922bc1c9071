import type { DetectedUse, HeaderList } from "@mcptest/pack";
import {
  type ArtifactStore,
  createGate,
  createLaneTranscript,
  type Gate,
  type GateMode,
  type LaneTranscript,
  type LaneTrouble,
  watchLane,
} from "../host/index.js";
import type { OptionNaming } from "../loader/option-name.js";
import type { Session } from "../negotiation/types.js";
import type { Target, Transcript } from "../wire/types.js";

/** What runs on a lane share with everything else of the run. */
export interface RunSurroundings {
  transcript: Transcript;
  artifacts: ArtifactStore;
  /** Stops whatever runs on the lane. */
  signal: AbortSignal;
  /** Takes what a pack writes to stdout, redacted. */
  noise(text: string): void;
  /** Milliseconds for one call of a pack's function. */
  limitMs: number;
  clone: boolean;
  onlyAdvertised: boolean;
  /** Warnings about a should count as failures. */
  strict: boolean;
  optionNaming: OptionNaming;
  /** What packs may send. Default: everything. */
  gate?: GateMode;
  /** How a pack was seen to use its extension when the transcript was recorded; nothing is looked for then. */
  recordedUse?: (pack: string) => DetectedUse | undefined;
  /** Another way to reach the same server. */
  also?: Target;
  /** Headers of the second principal, where the pack has none of its own. */
  secondIdentity?: HeaderList;
}

/** One lane while packs run on it. */
export interface Lane {
  session: Session;
  /** Ids of its connections, those of the detection included. */
  connections: Set<string>;
  transcript: LaneTranscript;
  trouble: LaneTrouble;
  gate?: Gate;
}

/** Makes the lane of an open session. */
export function createLane(session: Session, transcript: Transcript, gate?: GateMode): Lane {
  const connections = connectionsOf(transcript, session.evidence);
  connections.add(session.wire.id);
  return {
    session,
    connections,
    transcript: createLaneTranscript(transcript, connections),
    trouble: watchLane(session.wire),
    ...(gate === undefined ? {} : { gate: createGate(session, gate) }),
  };
}

/** The connections that carried the exchanges of these numbers. */
function connectionsOf(transcript: Transcript, numbers: readonly number[]): Set<string> {
  return new Set(numbers.flatMap((number) => transcript.get(number)?.connection ?? []));
}
