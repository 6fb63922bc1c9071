import type { JsonObject, Transport } from "@mcptest/pack";
import type { Session } from "../legacy/session.js";
import type { HeaderMap } from "./call.js";

/** Requests in progress, by id, so that the client can cancel them. */
export type InFlight = Map<string | number, AbortController>;

/** What outlives one message: a stdio process, the stream of HTTP+SSE, or with Streamable HTTP only the one POST. */
export interface Scope {
  /** Whether the scope is the session: a stdio process, or the stream of HTTP+SSE. Default: on stdio. */
  readonly lasting?: boolean;
  /** The legacy session of a lasting scope. */
  session?: Session;
  readonly inFlight: InFlight;
}

/** A scope for one stdio process or one POST, or, `lasting`, for one stream of HTTP+SSE. */
export function createScope(lasting?: boolean): Scope {
  return { inFlight: new Map(), ...(lasting ? { lasting } : {}) };
}

/** Whether the scope of `incoming` is its session. */
export function isLasting({ transport, scope }: Pick<Incoming, "transport" | "scope">): boolean {
  return scope.lasting ?? transport === "stdio";
}

/** A message as a transport received it. */
export interface Incoming {
  text: string;
  transport: Transport;
  scope: Scope;
  /** Empty on stdio. */
  headers: HeaderMap;
  url?: string;
  /** HTTP: the socket. Default: the scope. */
  connection?: object;
  /** Aborted when the stream for the answer is gone. */
  disconnected: AbortSignal;
  /** Sends a message ahead of the response. */
  emit(message: JsonObject): void;
  /** Ends the server the hard way. */
  crash(): void;
}
