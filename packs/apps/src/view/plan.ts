import type { Json, JsonObject } from "@mcptest/pack";
import type { Moment, Profile, Scenario } from "./record.js";

/** Milliseconds from the load of a view to the end of its handshake, and for one visit. */
export const HANDSHAKE_MS = 10_000;
export const VISIT_MS = 30_000;

/** What a call that a view makes is answered with. */
export type CallAnswer = ({ result: JsonObject } | { error: { code: number; message: string } }) & {
  /** Number of the exchange with the server, where it was passed on. */
  exchange?: number;
};

/** One visit of a view. */
export interface VisitPlan {
  profile: Profile;
  scenario: Scenario;
  html: string;
  /** `_meta.ui` of the resource as it came: content policy and permissions are taken from it. */
  meta?: unknown;
  /** The tool as it was listed. */
  tool?: JsonObject;
  /** Arguments of the call, and its result. */
  input: JsonObject;
  result: JsonObject;
  /** Answers `tools/call` and `resources/read` of the view. Default: an error. */
  call?(method: string, params: Json): Promise<CallAnswer>;
  /** Stores a screenshot (PNG) and gives its id among the artifacts. */
  keep?(moment: Moment, png: Uint8Array): Promise<string | undefined>;
  /** Characters that the records of all visits of a run may yet hold; each takes its own away. Default: as many as a record may. */
  room?: { left: number };
  /** Stops the visit, which then rejects. */
  signal?: AbortSignal;
  /** Default: {@link HANDSHAKE_MS} and {@link VISIT_MS}. */
  handshakeMs?: number;
  visitMs?: number;
}
