import { isObject, type JsonObject, META, member, type Negotiated } from "@mcptest/pack";
import { stringArray } from "./answer.js";
import { capabilityNotes } from "./capability-notes.js";
import { describeBriefly } from "./describe.js";
import type { Detector, Link } from "./detector.js";
import type { Handshake } from "./handshake.js";
import { type ModernVerdict, type OpenProbe, readLate } from "./modern.js";
import { type Failure, noCommonFailure, refusedFailure } from "./problem.js";

/** The end of a detection: a connection whose era is known, or why there is none. */
export type Outcome = { kind: "open"; opened: Opened } | { kind: "failure"; failure: Failure };

/** A connection whose era is known. */
export interface Opened {
  link: Link;
  negotiated: Negotiated;
  /** Legacy Streamable HTTP: the session id of the server. */
  sessionId?: string;
  /** The connection is HTTP+SSE of 2024-11-05. */
  httpSse?: true;
  /** What a late answer to the probe says of the modern era, beside the legacy one that was opened. */
  alsoModern?: { negotiated: Negotiated; notes: string[] };
}

/** The outcome of a modern verdict, `unclear` apart: that one decides nothing. */
export function modernOutcome(
  detector: Detector,
  link: Link,
  verdict: Exclude<ModernVerdict, { kind: "unclear" }>,
): Outcome {
  if (verdict.kind === "modern") return { kind: "open", opened: openedModern(detector, link, verdict) };
  return { kind: "failure", failure: failureOf(detector, verdict) };
}

function failureOf(
  detector: Detector,
  verdict: Exclude<ModernVerdict, { kind: "unclear" } | { kind: "modern" }>,
): Failure {
  if (verdict.kind === "stop") return verdict.stop;
  if (verdict.kind === "refused") return refusedFailure(detector, verdict);
  return noCommonFailure(detector, verdict.known);
}

function openedModern(detector: Detector, link: Link, verdict: Extract<ModernVerdict, { kind: "modern" }>): Opened {
  if (!verdict.discovery) {
    detector.notes.push("modern without server/discover: the capabilities of the server are unknown");
  }
  detector.notes.push(...capabilityNotes(verdict.discovery));
  return { link, negotiated: modernFacts(detector, verdict) };
}

/** What the result of `server/discover` establishes. */
function modernFacts(
  { transport }: Detector,
  { version, discovery }: Extract<ModernVerdict, { kind: "modern" }>,
): Negotiated {
  const capabilities = member(discovery, "capabilities");
  const serverInfo = member(member(discovery, "_meta"), META.serverInfo) ?? member(discovery, "serverInfo");
  const instructions = member(discovery, "instructions");
  const supportedVersions = stringArray(member(discovery, "supportedVersions"));
  return {
    transport,
    era: "modern",
    protocolVersion: version,
    capabilities: isObject(capabilities) ? capabilities : {},
    ...(supportedVersions ? { supportedVersions } : {}),
    ...(isObject(serverInfo) ? { serverInfo } : {}),
    ...(typeof instructions === "string" ? { instructions } : {}),
    discovered: discovery !== undefined,
  };
}

/** The outcome of a handshake that succeeded, with a note on why the server counts as legacy. */
export function legacyOutcome(
  detector: Detector,
  { link, version, result, sessionId }: Extract<Handshake, { kind: "legacy" }>,
  probe?: OpenProbe,
): Outcome {
  const late = probe && readLate(detector, probe);
  const note = whyLegacy(detector, probe, late);
  if (note) detector.notes.push(note);
  detector.notes.push(...capabilityNotes(result));
  const opened: Opened = {
    link,
    negotiated: legacyFacts(detector, version, result),
    ...(sessionId !== undefined ? { sessionId } : {}),
    ...(late?.kind === "modern" ? { alsoModern: alsoModern(detector, late) } : {}),
  };
  return { kind: "open", opened };
}

function alsoModern(detector: Detector, verdict: Extract<ModernVerdict, { kind: "modern" }>): Opened["alsoModern"] {
  return { negotiated: modernFacts(detector, verdict), notes: capabilityNotes(verdict.discovery) };
}

/** What the result of `initialize` establishes. */
function legacyFacts({ transport }: Detector, version: string, result: JsonObject): Negotiated {
  const capabilities = member(result, "capabilities");
  const serverInfo = member(result, "serverInfo");
  const instructions = member(result, "instructions");
  return {
    transport,
    era: "legacy",
    protocolVersion: version,
    capabilities: isObject(capabilities) ? capabilities : {},
    ...(isObject(serverInfo) ? { serverInfo } : {}),
    ...(typeof instructions === "string" ? { instructions } : {}),
    discovered: true,
  };
}

/** Why a server that was also asked for its modern era counts as legacy. */
function whyLegacy(
  detector: Detector,
  probe: OpenProbe | undefined,
  late: ReturnType<typeof readLate>,
): string | undefined {
  const asked = detector.attempts.find(({ exchange }) => exchange().method === "server/discover");
  if (!asked) return undefined;
  const { limitMs } = asked;
  // Whatever a recognized late answer says, only a modern server gives it (C.2).
  if (late && late.kind !== "unclear") {
    return `dual-era, slow probe: server/discover was answered after its limit of ${limitMs} ms, beside initialize`;
  }
  if (probe) return `legacy (no answer to server/discover within ${limitMs} ms)`;
  return `legacy (${describeBriefly(asked, detector.wire.transcript.redact)})`;
}
