import { type Detector, openLink } from "./detector.js";
import type { KnownEra } from "./era-cache.js";
import { handshake } from "./handshake.js";
import { openHttpSse } from "./http.js";
import { legacyOutcome, type Outcome } from "./outcome.js";
import { nothingFailure } from "./problem.js";

/**
 * Connects to a target whose era is known, without a probe (C08). A modern server needs no message at all; a legacy one
 * gets its handshake, with the version that was negotiated before.
 */
export async function openKnown(detector: Detector, { negotiated, httpSse }: KnownEra): Promise<Outcome> {
  if (negotiated.era === "modern") return { kind: "open", opened: { link: await openLink(detector), negotiated } };
  const { target } = detector;
  const { link, stop } =
    httpSse && target.kind === "http" ? await openHttpSse(detector, target) : { link: await openLink(detector) };
  if (!link) return { kind: "failure", failure: stop ?? nothingFailure(detector) };
  const tried = await handshake(detector, link, negotiated.protocolVersion);
  if (tried.kind === "stop") return { kind: "failure", failure: tried.stop };
  if (tried.kind === "declined") return { kind: "failure", failure: nothingFailure(detector) };
  const outcome = legacyOutcome(detector, tried);
  return outcome.kind === "open" && httpSse ? { kind: "open", opened: { ...outcome.opened, httpSse } } : outcome;
}
