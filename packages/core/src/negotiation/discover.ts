import { ERROR, member } from "@mcptest/pack";
import { aliveLink, type Detector, type Link } from "./detector.js";
import { askModern, type ModernVerdict, type OpenProbe } from "./modern.js";
import { modernOutcome, type Outcome } from "./outcome.js";

/** What `server/discover` leaves to do, the first step on both transports (C.2, C.3). */
export interface Discovered {
  /** Set when the detection is over. */
  outcome?: Outcome;
  /** The legacy revisions that are worth a handshake, newest first. */
  candidates: readonly string[];
  /** The versions that a modern server without a common modern version named. */
  listed?: string[];
  /** stdio: the probe, if it is unanswered. */
  probe?: OpenProbe;
}

/** Asks for the modern era, where it is asked for at all. */
export async function discover(detector: Detector, link: Link): Promise<Discovered> {
  const { modern, legacy } = detector.versions;
  if (modern.length === 0) return { candidates: legacy };
  const { verdict, probe } = await askModern(detector, link, "server/discover");
  if (verdict.kind === "unclear") return { candidates: legacy, probe };
  if (verdict.kind === "refused") {
    const opened = await openedBeside(detector, link, verdict);
    if (opened) return { candidates: [], outcome: opened };
  }
  // A modern server that names a legacy version means: reachable through initialize (J10).
  const known = verdict.kind === "no-common" ? verdict.known : [];
  const candidates = legacy.filter((version) => known.includes(version));
  return candidates.length > 0
    ? { candidates, listed: known }
    : { candidates, outcome: modernOutcome(detector, link, verdict) };
}

/**
 * A server whose `server/discover` refuses a version with `-32022` that it lists there contradicts itself. Where `tools/list`
 * is served with that version the server is opened all the same, for somebody to judge the contradiction.
 */
async function openedBeside(
  detector: Detector,
  link: Link,
  { error }: Extract<ModernVerdict, { kind: "refused" }>,
): Promise<Outcome | undefined> {
  if (member(error, "code") !== ERROR.unsupportedProtocolVersion) return undefined;
  const { verdict } = await askModern(detector, await aliveLink(detector, link), "tools/list");
  if (verdict.kind !== "modern") return undefined;
  detector.notes.push(
    `server/discover refuses ${verdict.version}, which it lists as supported; tools/list is served with it`,
  );
  return modernOutcome(detector, link, verdict);
}

/** The last step: `tools/list` opens a modern server that lacks `server/discover`. `undefined` when it does not. */
export async function askForTools(detector: Detector, link: Link): Promise<Outcome | undefined> {
  const { verdict } = await askModern(detector, link, "tools/list");
  return verdict.kind === "unclear" ? undefined : modernOutcome(detector, link, verdict);
}
