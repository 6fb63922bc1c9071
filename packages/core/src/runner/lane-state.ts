import type { BrowserAccess, DetectedUse, HeaderList } from "@mcptest/pack";
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
import { type MappedExtension, type MappedOf, mappedByLane } from "../negotiation/mapped.js";
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
  /** What was offered through resources when the transcript was recorded; nothing is looked for then. */
  recordedMapped?: readonly MappedExtension[];
  /** Another way to reach the same server. */
  also?: Target;
  /** For packs that want one. */
  browser?: BrowserAccess;
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
  mapped: MappedOf;
  /** A pack of the run works through resources, so that they are looked for. */
  looksForMapped: boolean;
}

/** What a lane is made with. */
export interface LaneMaking {
  gate?: GateMode;
  recordedMapped?: readonly MappedExtension[];
  looksForMapped?: boolean;
}

/** Makes the lane of an open session. */
export function createLane(session: Session, transcript: Transcript, making: LaneMaking = {}): Lane {
  const { gate, recordedMapped, looksForMapped = false } = making;
  const connections = connectionsOf(transcript, session.evidence);
  connections.add(session.wire.id);
  return {
    session,
    connections,
    transcript: createLaneTranscript(transcript, connections),
    trouble: watchLane(session.wire),
    ...(gate === undefined ? {} : { gate: createGate(session, gate) }),
    mapped: mappedByLane(recordedMapped),
    looksForMapped,
  };
}

/** The connections that carried the exchanges of these numbers. */
function connectionsOf(transcript: Transcript, numbers: readonly number[]): Set<string> {
  return new Set(numbers.flatMap((number) => transcript.get(number)?.connection ?? []));
}
