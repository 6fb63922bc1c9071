import type { Exchange } from "@mcptest/pack";
import { connectHttpSse } from "../wire/http-sse.js";
import type { HttpTarget } from "../wire/types.js";
import { isModernError, readAnswer } from "./answer.js";
import { addLink, type Detector, detectionTags, type Link, openLink } from "./detector.js";
import { askForTools, discover } from "./discover.js";
import { handshake } from "./handshake.js";
import { legacyOutcome, type Outcome } from "./outcome.js";
import { noCommonFailure, nothingFailure } from "./problem.js";
import { type Stop, stopReason } from "./stop.js";

/** The revision whose only HTTP transport is HTTP+SSE. */
export const HTTP_SSE_VERSION = "2024-11-05";

/** Finds the era of a server behind a URL (C.3). */
export async function detectHttp(detector: Detector, target: HttpTarget): Promise<Outcome> {
  const link = await openLink(detector);
  const { outcome, candidates, listed } = await discover(detector, link);
  if (outcome) return outcome;
  const [want] = candidates;
  if (want !== undefined) {
    const tried = await handshake(detector, link, want);
    if (tried.kind === "legacy") return legacyOutcome(detector, tried);
    if (tried.kind === "stop") return { kind: "failure", failure: tried.stop };
    if (isRefusedPost(tried.exchange) && candidates.includes(HTTP_SSE_VERSION)) {
      const older = await tryHttpSse(detector, target);
      if (older) return older;
    }
  }
  if (listed) return { kind: "failure", failure: noCommonFailure(detector, listed) };
  const found = detector.versions.modern.length > 0 ? await askForTools(detector, link) : undefined;
  return found ?? { kind: "failure", failure: nothingFailure(detector) };
}

/** A 4xx that no modern server sends: perhaps only the older transport is there (A113). */
function isRefusedPost(exchange: Exchange): boolean {
  const { status = 0 } = exchange;
  const answer = readAnswer(exchange);
  const isModern = answer.kind === "error" && isModernError("http", "initialize", status, answer.error);
  return status >= 400 && status < 500 && !isModern;
}

/** Shakes hands through HTTP+SSE. `undefined` when no `endpoint` event comes, or the handshake is declined. */
async function tryHttpSse(detector: Detector, target: HttpTarget): Promise<Outcome | undefined> {
  const { link, stop } = await openHttpSse(detector, target);
  if (!link) return stop && { kind: "failure", failure: stop };
  const tried = await handshake(detector, link, HTTP_SSE_VERSION);
  if (tried.kind === "stop") return { kind: "failure", failure: tried.stop };
  if (tried.kind === "declined") return undefined;
  detector.notes.push("speaks over HTTP+SSE of 2024-11-05, a deprecated transport");
  const outcome = legacyOutcome(detector, tried);
  return outcome.kind === "open" ? { kind: "open", opened: { ...outcome.opened, httpSse: true } } : outcome;
}

/** Opens the stream of HTTP+SSE. No link when no usable `endpoint` event comes; `stop` when that ends the detection. */
export async function openHttpSse(detector: Detector, target: HttpTarget): Promise<{ link?: Link; stop?: Stop }> {
  const { nextMs, signal } = detector.options;
  const tags = detectionTags(detector, "legacy", HTTP_SSE_VERSION);
  const connection = await connectHttpSse(target, detector.wire, { tags, timeoutMs: nextMs, signal });
  const { opening, endpoint } = connection;
  const link = addLink(detector, connection);
  detector.attempts.push({ what: `GET of HTTP+SSE (${HTTP_SSE_VERSION})`, limitMs: nextMs, exchange: () => opening });
  return endpoint ? { link } : { stop: stopReason(opening) };
}
