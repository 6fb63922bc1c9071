import type { Era, Json, JsonObject, Transport } from "@mcptest/pack";
import type { Session } from "../legacy/session.js";

/** HTTP request headers by lower-case name; empty on stdio. */
export type HeaderMap = ReadonlyMap<string, string>;

/** Sends a request to the client and gives its result. */
export type Ask = (method: string, params: JsonObject) => Promise<JsonObject>;

/** The stream of a legacy session that belongs to no request. */
export interface Standing {
  ask: Ask;
  emit(message: JsonObject): void;
}

/** One request of the client while it is being answered. */
export interface Call {
  readonly era: Era;
  /** Revision that the request is served by: that of the session on a legacy one, for `initialize` the one it will have. */
  readonly version: string;
  readonly transport: Transport;
  readonly method: string;
  readonly id: string | number;
  params: JsonObject;
  /** Client capabilities that count for this request: its own on a modern one, those of `initialize` on a legacy one. */
  declared: JsonObject;
  readonly headers: HeaderMap;
  /** HTTP: the request target, such as `/mcp?x=1`. */
  readonly url?: string;
  /** Who asks: a digest of the `Authorization` header, or `anonymous`. */
  readonly principal: string;
  /** Key for what is kept per connection: the stdio process, the socket of a modern HTTP request, the legacy session. */
  readonly connection: object;
  /** The legacy session that the request belongs to. */
  readonly session?: Session;
  /** Aborted when the client cancels the request (modern HTTP: closes its stream). */
  readonly signal: AbortSignal;
  /** Aborted when the stream of this request is gone, whatever that means in its era. */
  readonly disconnected: AbortSignal;
  /** Sends a message on the stream of this request, before its response. Sends nothing once the request is cancelled. */
  emit(message: JsonObject): void;
  /** The same whatever the client has said, as no obeying server does. */
  send(message: JsonObject): void;
  /** Legacy only: sends a request to the client on this stream and gives its result. Rejects when the stream is gone. */
  ask: Ask;
  /** The standing stream of the legacy session, where there is one at the moment. */
  standing(): Standing | undefined;
  /** Ends the server the hard way: the process (stdio) or all its sockets (HTTP). */
  crash(): void;
}

/** What goes back for a message. */
export interface Outcome {
  /** HTTP status. */
  status: number;
  headers?: Record<string, string>;
  /** The JSON-RPC response; absent when there is none. */
  message?: Json;
  /** HTTP: as SSE, also where JSON would do. */
  sse?: boolean;
  /** Raw text in place of `message`. */
  text?: string;
  /** Media type of `text`. Default `application/json`. */
  contentType?: string;
  /**
   * Sends more on the same stream once the answer is out (HTTP: makes the answer SSE). The stream ends when the promise
   * resolves. No obeying server has anything to say then.
   */
  after?(send: (message: JsonObject) => void): void | Promise<void>;
}

/** Answers one method. The result needs no `resultType` and no `serverInfo`: the era module adds them. */
export type Handler = (params: JsonObject, call: Call) => Promise<JsonObject> | JsonObject;

/** Methods by name. */
export type Methods = ReadonlyMap<string, Handler>;
