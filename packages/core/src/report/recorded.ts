import type { Json, Negotiated, Transport } from "@mcptest/pack";

/** Number of the form of a saved transcript. */
export const TRANSCRIPT_VERSION = 1;

/** A pack as it ran on a lane. */
export interface RecordedPack {
  name: string;
  version: string;
  profile?: string;
  /** As the pack saw them; secrets are masked. */
  options: Json;
  /** The operator asked for this very pack. */
  asked: boolean;
  /** Set when the extension was used without being offered. */
  use?: { trace: string; evidence: number[] };
}

/** One lane of a recorded server. */
export interface RecordedLane {
  id: string;
  preferred: boolean;
  notes?: string[];
  negotiated: Negotiated;
  /** Id of the shared connection, and of all that belong to the lane. */
  connection: string;
  connections: string[];
  packs: RecordedPack[];
  /** What the server offers through resources there, with the capabilities of each interface. Absent: nothing. */
  mapped?: { id: string; capabilities?: Json }[];
  /** Number of the last exchange that the checks judged; what came after it was clean-up. Absent: all were. */
  judgedTo?: number;
}

/** One recorded server; without lanes when it could not be tested. */
export interface RecordedServer {
  name: string;
  /** URL without credentials and query values, or the command line. */
  target: string;
  transport: Transport;
  lanes: RecordedLane[];
}

/** The first line of a saved transcript: what judging it again takes beside the exchanges. */
export interface TranscriptHeader {
  mcptestTranscript: typeof TRANSCRIPT_VERSION;
  tool: { name: "mcptest"; version: string };
  startedAt: string;
  /** How many exchanges follow: a file with another number of them is not whole. */
  exchanges: number;
  servers: RecordedServer[];
}
