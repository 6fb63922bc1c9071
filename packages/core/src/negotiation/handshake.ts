import { type Exchange, header, isObject, type JsonObject, member } from "@mcptest/pack";
import { type Answer, readAnswer, supportedVersions } from "./answer.js";
import { ask, type Detector, detectionBase, detectionTags, type Link, openLink } from "./detector.js";
import { buildRequest } from "./request.js";
import { type Stop, stopReason } from "./stop.js";

/** How a handshake ended (C.1 handshake). `link` is the connection it ended on. */
export type Handshake =
  | { kind: "legacy"; link: Link; version: string; result: JsonObject; sessionId?: string; exchange: Exchange }
  | { kind: "declined"; link: Link; exchange: Exchange }
  | { kind: "stop"; link: Link; stop: Stop };

/**
 * Opens a legacy session: `initialize` with `want`, then `notifications/initialized`. A refusal whose `data.supported`
 * names another legacy version is followed once, on stdio in a fresh process (C.1, A104).
 */
export async function handshake(detector: Detector, link: Link, want: string): Promise<Handshake> {
  const first = await initialize(detector, link, want);
  const other = first.kind === "declined" ? otherVersion(detector, first.answer, want) : undefined;
  if (other === undefined) return first;
  if (detector.transport !== "stdio") return initialize(detector, link, other);
  await link.wire.close();
  return initialize(detector, await openLink(detector), other);
}

async function initialize(detector: Detector, link: Link, want: string): Promise<Handshake & { answer?: Answer }> {
  const { options, versions } = detector;
  const base = detectionBase(detector, "legacy", want, options.initializeMs);
  const params = {
    protocolVersion: want,
    capabilities: options.legacyCapabilities ?? {},
    clientInfo: { ...options.clientInfo },
  };
  const exchange = await ask(detector, link, base, { method: "initialize", params }, options.initializeTags);
  const stop = stopReason(exchange);
  if (stop) return { kind: "stop", link, stop };
  const answer = readAnswer(exchange);
  const version = answer.kind === "result" ? member(answer.result, "protocolVersion") : undefined;
  if (answer.kind !== "result" || !isObject(answer.result) || !isOffered(version, versions.legacy)) {
    return { kind: "declined", link, exchange, answer };
  }
  const sessionId = header(exchange.headers, "Mcp-Session-Id");
  retag(detector, exchange, version);
  await sendInitialized(detector, link, version, sessionId);
  return { kind: "legacy", link, version, result: answer.result, sessionId, exchange };
}

function isOffered(version: unknown, offered: readonly string[]): version is string {
  return typeof version === "string" && offered.includes(version);
}

/** The newest version of ours, other than `want`, that the refusal of `initialize` says the server supports. */
function otherVersion(detector: Detector, answer: Answer | undefined, want: string): string | undefined {
  if (answer?.kind !== "error") return undefined;
  const supported = supportedVersions(answer.error) ?? [];
  return detector.versions.legacy.find((version) => version !== want && supported.includes(version));
}

/** `initialize` belongs to the lane of the version that its answer names, which may be another than the one asked for. */
function retag(detector: Detector, exchange: Exchange, version: string): void {
  const { lane } = detectionTags(detector, "legacy", version);
  if (lane !== exchange.tags.lane) detector.wire.transcript.record({ ...exchange, tags: { ...exchange.tags, lane } });
}

async function sendInitialized(
  detector: Detector,
  link: Link,
  version: string,
  sessionId: string | undefined,
): Promise<void> {
  const base = { ...detectionBase(detector, "legacy", version, detector.options.nextMs), sessionId };
  const spec = { method: "notifications/initialized", notification: true };
  const { signal } = detector.options;
  await link.wire.send({ ...buildRequest(base, spec, detectionTags(detector, "legacy", version)), signal });
}
