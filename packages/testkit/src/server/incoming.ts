import type { JsonObject, Transport } from "@mcptest/pack";
import type { Session } from "../legacy/session.js";
import type { HeaderMap } from "./call.js";

/** Requests in progress, by id, so that the client can cancel them. */
export type InFlight = Map<string | number, AbortController>;

/** What outlives one message: a stdio process, or over HTTP only the one POST. */
export interface Scope {
  /** The legacy session of a stdio process. */
  session?: Session;
  readonly inFlight: InFlight;
}

/** A scope for one stdio process or one POST. */
export function createScope(): Scope {
  return { inFlight: new Map() };
}

/** A message as a transport received it. */
export interface Incoming {
  text: string;
  transport: Transport;
  scope: Scope;
  /** Empty on stdio. */
  headers: HeaderMap;
  url?: string;
  /** Aborted when the stream for the answer is gone. */
  disconnected: AbortSignal;
  /** Sends a message ahead of the response. */
  emit(message: JsonObject): void;
  /** Ends the server the hard way. */
  crash(): void;
}
