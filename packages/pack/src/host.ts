import type { Exchange, Negotiated, ReceivedMessage } from "./exchange.js";
import type { Json, JsonObject } from "./json.js";
import type { Era } from "./protocol.js";

/** A handle on one connection to the server; the host holds what is behind it. Plain data. */
export interface Connection {
  id: string;
  identity: string;
  negotiated: Negotiated;
}

/** A handle on an open response stream. Plain data. */
export interface Stream {
  id: string;
  /** Number of the exchange that the stream belongs to. */
  exchange: number;
}

/**
 * A request as a change of the base request of the lane. The base has `jsonrpc`, a fresh `id`, and on a modern lane the
 * full `_meta`, over HTTP every header that the revision asks for (contract L1). Each member states one difference.
 */
export interface RequestSpec {
  method: string;
  params?: JsonObject;
  /** Extensions declared in `clientCapabilities.extensions` of this request (modern lanes), by id. Default: none. */
  extensions?: Record<string, JsonObject>;
  /** Other client capabilities of this request (modern lanes). Default: none. */
  capabilities?: JsonObject;
  /** Members set in `_meta`; `undefined` members are removed from the base. */
  meta?: Record<string, Json | undefined>;
  /** Another id than the fresh one. */
  id?: Json;
  /** HTTP headers to set, or to remove with `null`. Names compare without regard to case. */
  headers?: Record<string, string | null>;
  /** Raw text in place of the whole message; the exchange is then read without an id unless `id` is given. */
  body?: string;
  /** HTTP: use a TCP connection of its own. */
  freshSocket?: boolean;
  /**
   * HTTP: the method of the request. With `GET` and `DELETE` there is no body and no response to wait for; `method` is
   * neither sent nor recorded then, `Accept` is `text/event-stream` for `GET`, and of the headers of the lane those stay that
   * name its revision and its session. Default `POST`.
   */
  httpMethod?: "POST" | "GET" | "DELETE";
  /** True sends a notification: no id, no response awaited. */
  notification?: boolean;
  /** Limit for this request in milliseconds. Default: the run's request timeout. */
  timeoutMs?: number;
  /** Says which rule this request breaks on purpose; passive rules leave it out. */
  defect?: string;
}

/** How `open` makes a connection. */
export interface OpenOptions {
  /** A new connection (stdio: a new process) in place of the shared one. */
  fresh?: boolean;
  /** Whose credentials it carries. Default `first`. */
  identity?: "first" | "second";
  /**
   * With `fresh`, legacy eras: client capabilities of its `initialize`. Default: those of the lane. A modern connection
   * has no handshake; each request states its own.
   */
  capabilities?: JsonObject;
  /** Says which rule those capabilities break on purpose; passive rules leave that `initialize` out. */
  defect?: string;
  /**
   * With `fresh`, legacy eras: the requests of the server on this connection wait for {@link PackHost.nextRequest} and
   * are answered by {@link PackHost.respond}. Over HTTP the stream of the server's own messages is opened too (a `GET`;
   * a server may have none). Without it, and for `ping` always, the host answers by itself.
   */
  takeRequests?: boolean;
  /**
   * With `fresh`: the era of the connection, found out by detection where it is another one than that of the lane (C.2,
   * C.3). Rejects with an `Unavailable` that is not-applicable where the server does not speak it. What such a connection
   * carries stands in the transcript of the lane with the lane id of its own era. Default: the era of the lane.
   */
  era?: Era;
  /**
   * With `fresh`: the revision of the connection, of either era; nothing else is offered. Rejects with an `Unavailable` that
   * is not-applicable where the server answers with another one, or refuses it. What such a connection carries stands in
   * the transcript of the lane with a lane id of its own. Not with `handshake: false`. Default: the revision of the lane.
   */
  protocolVersion?: string;
  /**
   * With `fresh`: `false` sends nothing when it opens: no probe and no `initialize`. Its requests have the base of the
   * lane, without a session. Over HTTP+SSE its stream is opened all the same.
   */
  handshake?: false;
  /**
   * With `fresh`: a connection to the other target of the run (`--also`), whose era is found out by detection. It is
   * another server to the transcript: its lane ids begin with `also-`. Rejects where the run has none.
   */
  also?: true;
}

/** What a call of an extension may state beside its arguments, as a {@link RequestSpec} does. */
export type CallOptions = Pick<RequestSpec, "defect" | "timeoutMs">;

/** How a server process ended after its stdin was closed; `running` where it did not in time. */
export type ProcessEnd = { code: number | null; signal: string | null } | "running";

/** A request that the server sent on its own (revisions before 2026-07-28). */
export interface ServerRequest {
  /** As received; it may be of any JSON type. */
  id: Json;
  method: string;
  params?: Json;
  /** Number of the exchange in whose stream it came; on stdio, where all share one stream, that of what was unasked. */
  exchange: number;
}

/** What `respond` sends for a request of the server. */
export type ServerAnswer = { result: JsonObject } | { error: { code: number; message: string; data?: Json } };

/** Which exchanges to return; members that are left out do not filter. */
export interface TranscriptQuery {
  method?: string;
  connection?: string;
  pack?: string;
  /** Exchanges with a larger number only. */
  after?: number;
  /** `false` leaves out exchanges that were sent with a `defect`. */
  defects?: boolean;
}

/** A stored artifact of the report. */
export interface ArtifactRef {
  id: string;
}

/**
 * The only door a pack has to the world. Every argument and every result is structured-cloneable, so the same pack runs
 * in the process of the host or in one of its own. A method rejects with an `Unavailable` when the connection is gone or
 * a limit of the host is reached.
 */
export interface PackHost {
  /** The lane's shared connection, one for each identity, or with `fresh` a new one (stdio: a new process). */
  open(options?: OpenOptions): Promise<Connection>;
  /**
   * Sends one request and gives what came back. Resolves for every outcome; nothing is retried or validated. A request
   * that has timed out is cancelled (A40).
   */
  exchange(on: Connection, request: RequestSpec): Promise<Exchange>;
  /** Sends one request and gives a handle on its stream, as soon as the request is on the wire. */
  listen(on: Connection, request: RequestSpec): Promise<Stream>;
  /** The next message of the stream within `withinMs` milliseconds. */
  next(stream: Stream, withinMs: number): Promise<ReceivedMessage | "timeout" | "ended">;
  /**
   * The next request of the server on a connection that was opened with `takeRequests`, each once, within `withinMs`
   * milliseconds. On any other connection: `ended`.
   */
  nextRequest(on: Connection, withinMs: number): Promise<ServerRequest | "timeout" | "ended">;
  /** Answers a request of the server with its own id. Resolves for every outcome. */
  respond(on: Connection, request: ServerRequest, answer: ServerAnswer): Promise<Exchange>;
  /**
   * Calls a method of the pack's extension: natively, or, on a legacy connection where the server offers the extension
   * through resources, by reading `mcp-extensions://ID/METHOD?params=…` (the exchange then has the `route` `resources`).
   * {@link extensionResultOf} and `errorOf` read either. Rejects where the server offers neither, and where the arguments hold
   * a lone surrogate, which no URI can carry.
   */
  callExtension(on: Connection, method: string, params: JsonObject, options?: CallOptions): Promise<Exchange>;
  /**
   * Recorded exchanges of this lane in order of number, the same copies for all who ask. Of a response above 64 KiB (above 16
   * KiB in a record that already holds 1 MiB) `raw`
   * is cut, and in its `json` each text of more than 64 Ki characters is its beginning, its length and its SHA-256, so that
   * equal texts stay equal. Where the responses above 64 KiB hold more than 32 MiB together even so, the further ones have
   * no `json` and no `response`; a rule must not judge those. Requests are whole up to 32 MiB together.
   */
  transcript(query?: TranscriptQuery): Promise<Exchange[]>;
  /** Stores a file beside the report. */
  attach(file: { name: string; mediaType: string; bytes: Uint8Array }): Promise<ArtifactRef>;
  /**
   * stdio: closes the stdin of the process of an own connection and waits `withinMs` milliseconds for its end (A36).
   * Afterwards the connection is closed. Rejects on the shared connection, and over HTTP.
   */
  endInput(on: Connection, withinMs: number): Promise<ProcessEnd>;
  /** Waits; ends early with an `Unavailable` when the run is stopped. */
  sleep(milliseconds: number): Promise<void>;
  /**
   * Closes a stream or a connection; shared connections stay open. What a check leaves open is closed when it ends, what
   * a fixture leaves open after its teardown. Over stdio a stream that has not ended is cancelled.
   */
  close(handle: Connection | Stream): Promise<void>;
}
