import { aliveLink, type Detector, openLink } from "./detector.js";
import { askForTools, discover } from "./discover.js";
import { type Handshake, handshake } from "./handshake.js";
import { lateVerdict, type OpenProbe } from "./modern.js";
import { legacyOutcome, modernOutcome, type Outcome } from "./outcome.js";
import { noCommonFailure, nothingFailure } from "./problem.js";

/** Finds the era of a server on stdio (C.2). */
export async function detectStdio(detector: Detector): Promise<Outcome> {
  let link = await openLink(detector);
  const { outcome, candidates, listed, probe } = await discover(detector, link);
  if (outcome) return outcome;
  const [want] = candidates;
  if (want !== undefined) {
    link = await aliveLink(detector, link);
    const first = await handshake(detector, link, want);
    const opened = openedLegacy(detector, first, probe) ?? (await lateOutcome(detector, probe));
    if (opened) return opened;
    let last = first;
    // The probe may have spoilt the process for a handshake; one that never saw it decides.
    if (first.link.probed) {
      await first.link.wire.close();
      last = await handshake(detector, await openLink(detector), want);
      const reopened = openedLegacy(detector, last, probe);
      if (reopened) return reopened;
    }
    // A process that answers goes on as one that nobody has asked anything. One that is silent has had its time to start.
    if (!isSilent(last)) await last.link.wire.close();
    link = last.link;
  }
  if (listed) return { kind: "failure", failure: noCommonFailure(detector, listed) };
  if (detector.versions.modern.length > 0) {
    const found = await askForTools(detector, await aliveLink(detector, link));
    const late = found ?? (await lateOutcome(detector, probe));
    if (late) return late;
  }
  return { kind: "failure", failure: nothingFailure(detector) };
}

/** The outcome of a handshake that was not declined. */
function openedLegacy(detector: Detector, tried: Handshake, probe: OpenProbe | undefined): Outcome | undefined {
  if (tried.kind === "legacy") return legacyOutcome(detector, tried, probe);
  return tried.kind === "stop" ? { kind: "failure", failure: tried.stop } : undefined;
}

/** Nothing came for the handshake within its limit. */
function isSilent(tried: Handshake): boolean {
  if (tried.kind !== "declined") return false;
  const { outcome, messages } = tried.exchange;
  return outcome === "timeout" && messages.length === 0;
}

/** The outcome of a late answer to the probe, if one came that says anything. It goes on with the process that gave it. */
async function lateOutcome(detector: Detector, probe: OpenProbe | undefined): Promise<Outcome | undefined> {
  if (!probe?.stream.snapshot().response) return undefined;
  const link = await aliveLink(detector, probe.link);
  const verdict = await lateVerdict(detector, probe, link);
  return verdict && modernOutcome(detector, link, verdict);
}
