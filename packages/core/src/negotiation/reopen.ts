import { type Detector, type Link, openLink } from "./detector.js";
import type { KnownEra } from "./era-cache.js";
import { handshake } from "./handshake.js";
import { openHttpSse } from "./http.js";
import { legacyOutcome, type Outcome } from "./outcome.js";
import { nothingFailure } from "./problem.js";
import type { Stop } from "./stop.js";

/**
 * Connects to a target whose era is known, without a probe (C08). A modern server needs no message at all; a legacy one
 * gets its handshake, with the version that was negotiated before.
 */
export async function openKnown(detector: Detector, known: KnownEra): Promise<Outcome> {
  const { negotiated, httpSse } = known;
  if (detector.options.handshake === false) return await openSilently(detector, known);
  if (negotiated.era === "modern") return { kind: "open", opened: { link: await openLink(detector), negotiated } };
  const { link, stop } = await linkFor(detector, httpSse);
  if (!link) return { kind: "failure", failure: stop ?? nothingFailure(detector) };
  const tried = await handshake(detector, link, negotiated.protocolVersion);
  if (tried.kind === "stop") return { kind: "failure", failure: tried.stop };
  if (tried.kind === "declined") return { kind: "failure", failure: nothingFailure(detector) };
  const outcome = legacyOutcome(detector, tried);
  return outcome.kind === "open" && httpSse ? { kind: "open", opened: { ...outcome.opened, httpSse } } : outcome;
}

/** A connection on which nothing was said yet; over HTTP+SSE its stream is open. */
async function openSilently(detector: Detector, { negotiated, httpSse }: KnownEra): Promise<Outcome> {
  const { link, stop } = await linkFor(detector, httpSse);
  if (!link) return { kind: "failure", failure: stop ?? nothingFailure(detector) };
  return { kind: "open", opened: { link, negotiated, ...(httpSse ? { httpSse } : {}) } };
}

function linkFor(detector: Detector, httpSse: true | undefined): Promise<{ link?: Link; stop?: Stop }> {
  const { target } = detector;
  return httpSse && target.kind === "http"
    ? openHttpSse(detector, target)
    : openLink(detector).then((link) => ({ link }));
}
