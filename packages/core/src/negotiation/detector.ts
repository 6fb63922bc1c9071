import type { Era, Exchange, ExchangeTags, RequestSpec, Transport } from "@mcptest/pack";
import { connect } from "../wire/connect.js";
import type { Target, WireConnection, WireOptions, WireStream } from "../wire/types.js";
import { buildRequest, type RequestBase } from "./request.js";
import type { NegotiationOptions } from "./types.js";
import type { OfferedVersions } from "./versions.js";

/** One connection during detection; on stdio one process. */
export interface Link {
  wire: WireConnection;
  /** A message was sent through it, so the limit for the first one is used up. */
  used: boolean;
  /** `server/discover` was sent through it. */
  probed: boolean;
  /** stdio: it ended while a request of ours was open. */
  gone: boolean;
}

/** One request of detection, as it stood at its limit; with the response of an open probe that came later. */
export interface Attempt {
  /** `server/discover (2026-07-28)`. */
  what: string;
  limitMs: number;
  exchange(): Exchange;
}

/** Everything one detection knows and does. */
export interface Detector {
  readonly target: Target;
  readonly transport: Transport;
  readonly wire: WireOptions;
  readonly options: NegotiationOptions;
  /** The revisions that may be offered, newest first (C.1). */
  readonly versions: OfferedVersions;
  readonly nextId: () => number;
  readonly attempts: Attempt[];
  readonly notes: string[];
  readonly links: Link[];
  /** Streams of probes, to be closed at the end. */
  readonly streams: WireStream[];
}

/** A detection that has not begun. */
export function createDetector(
  source: Pick<Detector, "target" | "wire" | "options" | "versions" | "nextId">,
): Detector {
  return { ...source, transport: source.target.kind, attempts: [], notes: [], links: [], streams: [] };
}

/** The lane that a request of detection belongs to. */
export function laneId(transport: Transport, era: Era, protocolVersion: string): string {
  return `${transport}-${era}-${protocolVersion}`;
}

/** Connects once more; on stdio this starts another process. */
export async function openLink(detector: Detector): Promise<Link> {
  return addLink(detector, await connect(detector.target, detector.wire));
}

/** Takes a connection that was made elsewhere into the detection, which then closes it unless it is the one to keep. */
export function addLink(detector: Detector, wire: WireConnection): Link {
  const { onServerRequest } = detector.options;
  if (onServerRequest) wire.onServerRequest(onServerRequest);
  const link: Link = { wire, used: false, probed: false, gone: false };
  detector.links.push(link);
  return link;
}

/** `link` while its process lives and listens, else a fresh one. */
export async function aliveLink(detector: Detector, link: Link): Promise<Link> {
  const isGone = detector.transport === "stdio" && (link.gone || link.wire.exit !== undefined);
  return isGone ? openLink(detector) : link;
}

/** The limit for the next probe on `link`: FIRST, then NEXT (C.1). */
export function probeLimit(detector: Detector, link: Link): number {
  return link.used ? detector.options.nextMs : detector.options.firstMs;
}

/** The base of the requests of one era and version during detection. */
export function detectionBase(detector: Detector, era: Era, protocolVersion: string, timeoutMs: number): RequestBase {
  const { transport, nextId } = detector;
  return { transport, era, protocolVersion, clientInfo: detector.options.clientInfo, timeoutMs, nextId };
}

export function detectionTags(detector: Detector, era: Era, protocolVersion: string): ExchangeTags {
  const { lanePrefix = "", identity = "first" } = detector.options;
  return { lane: `${lanePrefix}${laneId(detector.transport, era, protocolVersion)}`, identity };
}

/** Sends one request of detection and waits for its answer. */
export async function ask(
  detector: Detector,
  link: Link,
  base: RequestBase,
  spec: RequestSpec,
  more: Partial<ExchangeTags> = {},
): Promise<Exchange> {
  link.used = true;
  const tags = { ...detectionTags(detector, base.era, base.protocolVersion), ...more };
  const { signal } = detector.options;
  const exchange = await link.wire.send({ ...buildRequest(base, spec, tags), signal });
  link.gone = exchange.outcome === "closed";
  detector.attempts.push({ what: what(base, spec), limitMs: base.timeoutMs, exchange: () => exchange });
  return exchange;
}

/**
 * Sends one request and waits `base.timeoutMs` for its answer; afterwards the request stays open, and `stream` still
 * takes a late answer (C.2).
 */
export async function askAndListen(
  detector: Detector,
  link: Link,
  base: RequestBase,
  spec: RequestSpec,
): Promise<WireStream> {
  link.used = true;
  const tags = detectionTags(detector, base.era, base.protocolVersion);
  const { signal } = detector.options;
  const timeoutMs = listeningMs(detector.options);
  const stream = link.wire.open({ ...buildRequest(base, spec, tags), timeoutMs, signal });
  detector.streams.push(stream);
  const isOver = await answeredOrOver(stream, base.timeoutMs);
  const atLimit: Exchange = isOver ? stream.snapshot() : { ...stream.snapshot(), outcome: "timeout" };
  link.gone = atLimit.outcome === "closed";
  // Our own closing of the connection, later, is no answer of the server.
  const exchange = () => (stream.snapshot().response ? stream.snapshot() : atLimit);
  detector.attempts.push({ what: what(base, spec), limitMs: base.timeoutMs, exchange });
  return stream;
}

/** Reads until the response is there or the stream has ended. False when `withinMs` pass before. */
async function answeredOrOver(stream: WireStream, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  while (stream.snapshot().response === undefined) {
    const left = deadline - performance.now();
    const next = left > 0 ? await stream.next(left) : "timeout";
    if (next === "timeout") return false;
    if (next === "ended") return true;
  }
  return true;
}

/** Longer than any detection takes: two probes that are first on their process, and both handshakes. */
function listeningMs(options: NegotiationOptions): number {
  return 3 * (options.firstMs + options.nextMs + options.initializeMs);
}

function what(base: RequestBase, spec: RequestSpec): string {
  return `${spec.method} (${base.protocolVersion})`;
}
