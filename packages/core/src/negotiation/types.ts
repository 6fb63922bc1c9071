import type { Era, Exchange, ExchangeTags, JsonObject, Negotiated, RequestSpec } from "@mcptest/pack";
import type { ErrorCode } from "../errors/index.js";
import type { ServerRequestHandler, Target, WireConnection, WireOptions, WireStream } from "../wire/types.js";
import type { EraCache } from "./era-cache.js";

/** Which eras detection may try. */
export type EraChoice = "auto" | Era;

/** What detection is asked to do. */
export interface NegotiationOptions {
  era: EraChoice;
  /** Only this revision is offered. It must be of an era that `era` allows. */
  protocolVersion?: string;
  /** Milliseconds for the first message after a spawn or a connect (FIRST). Default 30 000. */
  firstMs: number;
  /** Milliseconds for later probes (NEXT). Default 5 000. */
  nextMs: number;
  /** Milliseconds for `initialize` (INIT). Default 30 000. */
  initializeMs: number;
  /** `clientInfo` of every request of ours. */
  clientInfo: { name: string; version: string };
  /** Client capabilities of a legacy `initialize`. Default `{}`. */
  legacyCapabilities?: JsonObject;
  /** Whose credentials the target carries. Default `first`. */
  identity?: string;
  /** Put before every lane id. Default: nothing. */
  lanePrefix?: string;
  /** Eras found before in this run; see `createEraCache`. */
  eraCache?: EraCache;
  /** Added to the tags of `initialize`: who asked for it with capabilities of its own, and what it breaks on purpose. */
  initializeTags?: Pick<ExchangeTags, "pack" | "check" | "defect">;
  /** Answers requests of the server from the first message on; see `WireConnection`. */
  onServerRequest?: ServerRequestHandler;
  /** `false`: a connection whose era is known is opened without a word. */
  handshake?: false;
  /** Ends the detection, or the handshake of another connection, with the problem `RUN_STOPPED`. */
  signal?: AbortSignal;
}

/** How another connection differs from the one it is like. */
export interface AnotherOptions {
  /** Default: the same. */
  target?: Target;
  /** Whose credentials `target` carries. Default: as this session. */
  identity?: string;
  /** Client capabilities of a legacy `initialize`. Default: as this session. */
  capabilities?: JsonObject;
  /** Added to the tags of `initialize`. */
  initializeTags?: NegotiationOptions["initializeTags"];
  /** The era, where it is another one: it is found out by detection. */
  era?: Era;
  /** The revision, where it is another one: nothing else is offered then. */
  protocolVersion?: string;
  /** `false`: nothing is sent when it opens. */
  handshake?: false;
  /** Put before the lane ids of what it carries: `target` is another server, and its era is found out by detection. */
  lanePrefix?: string;
  /** Answers the requests of the server, those before the end of the handshake included. */
  onServerRequest?: ServerRequestHandler;
}

/** An open connection whose era is known. Builds requests from one base (contract L1) and sends them as they are asked. */
export interface Session {
  readonly wire: WireConnection;
  readonly negotiated: Negotiated;
  /** `http-modern-2026-07-28` and the like. */
  readonly lane: string;
  /** Exchange numbers of detection, for evidence. */
  readonly evidence: number[];
  /** `route` is recorded with the exchange. */
  request(spec: RequestSpec, tags?: Partial<ExchangeTags>, route?: Exchange["route"]): Promise<Exchange>;
  stream(spec: RequestSpec, tags?: Partial<ExchangeTags>): WireStream;
  /** Answers a request of the server with the raw `body`. */
  respond(body: string, tags?: Partial<ExchangeTags>): Promise<Exchange>;
  /**
   * Legacy Streamable HTTP: opens the stream of the server's own messages by a GET. Recorded also where the server has
   * none (405). Elsewhere everything comes on one stream already: `undefined`.
   */
  standingStream(tags?: Partial<ExchangeTags>): WireStream | undefined;
  /** Another connection of the same era and version, without a new detection. A legacy one does its handshake. */
  another(options?: AnotherOptions): Promise<Session>;
  close(): Promise<void>;
}

/** Why no session could be had. Never a verdict on the server. */
export interface NegotiationProblem {
  code: ErrorCode;
  /** One sentence for people, then what each attempt gave. */
  message: string;
  fix?: string;
  /** Exchange numbers of the attempts. */
  evidence: number[];
  /** Versions that the server said it supports. */
  serverVersions?: string[];
}

/** The end of a detection. `notes` are remarks such as "legacy (no answer to probe in 30000 ms)". */
export type Detection =
  | { ok: true; session: Session; notes: string[] }
  | { ok: false; problem: NegotiationProblem; notes: string[]; stderrTail: string[] };

/** Detects the era of `target` and opens a session (contract C.1 to C.3). */
export type Negotiate = (target: Target, wire: WireOptions, options: NegotiationOptions) => Promise<Detection>;
