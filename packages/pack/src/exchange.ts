import { type Json, type JsonObject, member } from "./json.js";
import { mappedPrefix, mappedValue } from "./mapping.js";
import type { Era, Transport } from "./protocol.js";

/** Header lines in the order and case in which they travelled; a name may occur more than once. */
export type HeaderList = [name: string, value: string][];

/** Who caused an exchange and why. */
export interface ExchangeTags {
  /** Lane id, such as `http-modern-2026-07-28`. */
  lane: string;
  /** Name of the pack, or `undefined` for the host's own traffic (detection). */
  pack?: string;
  /** Id of the check; `fixture:NAME` where a shared preparation sent it, `detect` for a search for unadvertised use. */
  check?: string;
  /** Whose credentials: `first`, `second`. */
  identity: string;
  /** Set on a request that breaks a rule on purpose: says which. No passive rule may judge such an exchange. */
  defect?: string;
}

/** A message as we sent it. */
export interface SentMessage {
  /** HTTP only; empty on stdio. Values that the user supplied are masked. */
  headers: HeaderList;
  /** The bytes of the message as text; cut at 64 KiB in recorded copies. */
  body: string;
  /** The recorded text is shorter than the message. */
  cut?: true;
  byteLength: number;
  /** SHA-256 of the raw bytes, hex. */
  sha256: string;
}

/** One thing that came back: a JSON-RPC message, or text that is none. */
export interface ReceivedMessage {
  /** Milliseconds since the request was sent. */
  afterMs: number;
  /** As received; cut at 64 KiB in recorded copies. */
  raw: string;
  byteLength: number;
  sha256: string;
  /** The recorded text is shorter than the message; `json` is left out, or without its long texts (`transcript`). */
  cut?: true;
  /** The parsed JSON, or `undefined` when `raw` is no JSON. */
  json?: Json;
  /** Why `json` is missing, or what is odd about the framing. */
  problem?: string;
  /** HTTP: the response body as a whole, or one event of an SSE stream. stdio: one line of stdout. */
  via: "body" | "event" | "line";
  /** Type of the SSE event, where it is another one than `message`: its first 60 characters. */
  event?: string;
}

/**
 * How an exchange ended.
 * `answered`: a response with the request's id (same value and type) came, or, for a notification, the transport accepted it.
 * `no-response`: the transport answered (HTTP status, body) without such a response.
 * `timeout`: our own limit passed. `closed`: connection or process ended first. `unreachable`: nothing could be sent.
 * `limit`: what came broke one of our own limits (size, nesting).
 */
export type ExchangeOutcome = "answered" | "no-response" | "timeout" | "closed" | "unreachable" | "limit";

/** One message of ours and all that came back for it; or, with `request: null`, messages that nobody asked for. */
export interface Exchange {
  /** 1, 2, … in the order of sending, unique in a run. Evidence cites it. */
  number: number;
  tags: ExchangeTags;
  transport: Transport;
  /** Connection (stdio: process) that carried it. */
  connection: string;
  /** ISO 8601 with milliseconds. */
  sentAt: string;
  durationMs: number;
  request: SentMessage | null;
  /** Method and id of the request as sent; absent when the body is not a JSON-RPC request. */
  method?: string;
  id?: Json;
  outcome: ExchangeOutcome;
  /** HTTP status of the response. */
  status?: number;
  /** HTTP response headers as received. */
  headers: HeaderList;
  /** Everything received for this exchange, in order, the response included. */
  messages: ReceivedMessage[];
  /** The JSON-RPC response with the id of the request: has `result` or `error`, judged by nobody yet. */
  response?: JsonObject;
  /** Why `outcome` is not `answered`, one sentence for people. */
  problem?: string;
  /**
   * The same for programs: the code of the system, of TLS or of Node (`ECONNREFUSED`, `ENOTFOUND`, `CERT_HAS_EXPIRED`,
   * `HPE_INVALID_CONSTANT`), a limit of ours (`LIMIT_MESSAGE_BYTES`, `LIMIT_NESTING`, …), `TIMEOUT` or `ABORTED`.
   */
  cause?: string;
  /** HTTP: who ended the response: the server, or we. Absent while it is open, and when there was none. */
  endedBy?: "server" | "client";
  /**
   * Set by `callExtension` where the call went as the reading of a resource: its value stands in the text of what was read.
   * {@link extensionResultOf} gives it.
   */
  route?: "resources";
  /** HTTP: the last event id of an SSE stream, and the time in milliseconds to wait before resuming (2025-11-25, A101). */
  resume?: { lastEventId?: string; retryMs?: number };
}

/** What detection established about one way of talking to a server. */
export interface Negotiated {
  transport: Transport;
  era: Era;
  protocolVersion: string;
  /** The capabilities object as received; `{}` when discovery gave none. */
  capabilities: JsonObject;
  /** `supportedVersions` of `server/discover`. */
  supportedVersions?: string[];
  /** Name and version that the server states, as received. */
  serverInfo?: JsonObject;
  instructions?: string;
  /** False when a modern server has no `server/discover`: the capabilities are unknown then. */
  discovered: boolean;
  /** HTTP: the transport is HTTP+SSE of 2024-11-05, with two endpoints. */
  httpSse?: true;
  /** HTTP: the URL of the target names the loopback interface. */
  loopback?: true;
}

/** The first header named `name`, compared without regard to case. */
export function header(headers: HeaderList, name: string): string | undefined {
  const wanted = name.toLowerCase();
  return headers.find(([key]) => key.toLowerCase() === wanted)?.[1];
}

/**
 * `result` of the response, or `undefined`: also where an `error` object stands beside it, which no revision allows (A06).
 * Such a response counts as the error that it holds.
 */
export function resultOf(exchange: Exchange): Json | undefined {
  if (errorOf(exchange)) return undefined;
  return exchange.response && Object.hasOwn(exchange.response, "result") ? exchange.response.result : undefined;
}

/**
 * The value that a call through `callExtension` gave, by either route: the `result`, or the value in the text of the
 * resource. That of a resource has no `resultType`, `_meta`, `ttlMs` or `cacheScope` of MCP. `undefined` for an error, and
 * where the text holds no JSON object.
 */
export function extensionResultOf(exchange: Exchange): Json | undefined {
  return exchange.route === "resources" ? mappedValue(resultOf(exchange)) : resultOf(exchange);
}

/**
 * The method of the extension `id` that an exchange calls, by either route: `method`, or what the address names whose reading
 * is the call. For projections, which see every exchange of a lane. `undefined` where there is none.
 */
export function extensionMethodOf(exchange: Exchange, id: string): string | undefined {
  if (exchange.route !== "resources") return exchange.method;
  const uri = member(member(sentJson(exchange), "params"), "uri");
  const prefix = mappedPrefix(id);
  return typeof uri === "string" && uri.startsWith(prefix) ? uri.slice(prefix.length).split("?", 1)[0] : undefined;
}

/** `error` of the response when it is an object. */
export function errorOf(exchange: Exchange): JsonObject | undefined {
  const error = exchange.response && Object.hasOwn(exchange.response, "error") ? exchange.response.error : undefined;
  return typeof error === "object" && error !== null && !Array.isArray(error) ? error : undefined;
}

/** The response has both `result` and an `error` object (A06). */
export function hasResultAndError(exchange: Exchange): boolean {
  return errorOf(exchange) !== undefined && Object.hasOwn(exchange.response ?? {}, "result");
}

/** The JSON that we sent, or `undefined` where it is none or was cut. */
export function sentJson(exchange: Exchange): Json | undefined {
  try {
    return JSON.parse(exchange.request?.cut ? "" : (exchange.request?.body ?? "")) as Json;
  } catch {
    return undefined;
  }
}
