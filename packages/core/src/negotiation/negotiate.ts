import { type Negotiated, type Unavailable, unavailable } from "@mcptest/pack";
import { McptestError } from "../errors/index.js";
import { isLoopback } from "../wire/target.js";
import type { Target, WireOptions } from "../wire/types.js";
import { createDetector, type Detector, type Link } from "./detector.js";
import type { KnownEra } from "./era-cache.js";
import { detectHttp } from "./http.js";
import type { Opened, Outcome } from "./outcome.js";
import { negotiationProblem, silentProbeProblem, stderrTail } from "./problem.js";
import { openKnown } from "./reopen.js";
import { createSession } from "./session.js";
import { detectStdio } from "./stdio.js";
import type { AnotherOptions, Detection, Negotiate, NegotiationOptions, NegotiationProblem, Session } from "./types.js";
import { talkOf, withTalkNote } from "./unasked.js";
import { offeredVersions } from "./versions.js";

/**
 * Detects the era of `target` and opens a session (C.1 to C.3), or says why it cannot. With `eraCache`, a target that is
 * known there is connected to without a probe. Nothing that a server does makes it reject.
 * @throws McptestError `USAGE_BAD_VALUE` when `protocolVersion` is unknown or not of the era that is asked for.
 */
export const negotiate: Negotiate = async (target, wire, options) => (await detect(target, wire, options)).detection;

/** Problems that say nothing about an era: another one would meet them too. */
export const NO_ERA_SIGNAL: readonly string[] = [
  "SERVER_UNREACHABLE",
  "SERVER_TLS",
  "SERVER_AUTHORIZATION",
  "SERVER_FORBIDDEN",
  "SERVER_HTTP_STATUS",
  "SERVER_COMMAND_NOT_FOUND",
];

/** A detection, and what it found out about the era that it did not open. */
export interface Detected {
  detection: Detection;
  /** `server/discover` was never answered. */
  silentProbe?: NegotiationProblem;
  /** `server/discover` was answered late, beside a handshake that succeeded. */
  alsoModern?: KnownEra;
}

/** As {@link negotiate}, with more to tell. */
export async function detect(target: Target, wire: WireOptions, options: NegotiationOptions): Promise<Detected> {
  const versions = offeredVersions(options.era, options.protocolVersion);
  const nextId = counter();
  const known = options.eraCache?.get(target, options);
  if (known) {
    const detection = await reconnect(target, wire, options, known, nextId);
    if (detection.ok) return { detection };
    options.eraCache?.forget(target, options);
  }
  const detector = createDetector({ target, wire, options, versions, nextId });
  const outcome = target.kind === "http" ? await detectHttp(detector, target) : await detectStdio(detector);
  const { detection, found } = await conclude(detector, outcome);
  if (outcome.kind === "failure" || !found) return { detection };
  options.eraCache?.set(target, options, found);
  const silentProbe = silentProbeProblem(detector);
  const { alsoModern } = outcome.opened;
  return {
    detection,
    ...(silentProbe ? { silentProbe } : {}),
    ...(alsoModern ? { alsoModern: { ...alsoModern, evidence: found.evidence } } : {}),
  };
}

/** Connects to a target whose era is known, without a probe. */
export async function reconnect(
  target: Target,
  wire: WireOptions,
  options: NegotiationOptions,
  known: KnownEra,
  nextId = counter(),
): Promise<Detection> {
  const versions = { modern: [], legacy: [known.negotiated.protocolVersion] };
  const detector = createDetector({ target, wire, options, versions, nextId });
  return (await conclude(detector, await openKnown(detector, known), known)).detection;
}

/** Closes what the detection opened and does not need, and makes the session or the problem. */
async function conclude(
  detector: Detector,
  outcome: Outcome,
  known?: KnownEra,
): Promise<{ detection: Detection; found?: KnownEra }> {
  const talk = talkOf(detector.links.map(({ wire }) => wire));
  const notes = withTalkNote(known?.notes ?? detector.notes, outcome.kind === "open" ? talk : undefined);
  if (outcome.kind === "failure") {
    await closeLinks(detector);
    const problem = negotiationProblem(detector, outcome.failure);
    if (outcome.failure.note) notes.push(outcome.failure.note);
    return { detection: { ok: false, problem, notes, stderrTail: stderrTail(detector) } };
  }
  const { opened } = outcome;
  await closeLinks(detector, opened.link);
  const own = detector.attempts.map(({ exchange }) => exchange().number);
  const found: KnownEra = {
    negotiated: withPlace(opened.negotiated, detector.target, opened.httpSse),
    ...(opened.httpSse ? { httpSse: true } : {}),
    evidence: own.length > 0 ? own : (known?.evidence ?? []),
    notes,
  };
  return { detection: { ok: true, session: sessionOf(detector, opened, found), notes }, found };
}

function sessionOf(detector: Detector, opened: Opened, known: KnownEra): Session {
  const { wire, options, nextId } = detector;
  return createSession({
    connection: opened.link.wire,
    negotiated: known.negotiated,
    sessionId: opened.sessionId,
    httpSse: opened.httpSse,
    evidence: known.evidence,
    options,
    wire,
    nextId,
    async reopen(another) {
      const { target, capabilities, era, protocolVersion, lanePrefix, ...own } = another;
      const changed = { ...options, ...own, legacyCapabilities: capabilities ?? options.legacyCapabilities };
      const isKnown = lanePrefix === undefined && isSame(known.negotiated, another);
      const detection = isKnown
        ? await reconnect(target, wire, changed, known, nextId)
        : await detectAnother(target, wire, { ...changed, era: era ?? "auto", protocolVersion, lanePrefix }, nextId);
      if (detection.ok) return detection.session;
      throw (isKnown ? undefined : notSpoken(another, detection.problem)) ?? errorOfProblem(detection.problem);
    },
  });
}

/** True where the era and the revision that are asked for are those of the session already. */
function isSame(negotiated: Negotiated, { era, protocolVersion }: AnotherOptions): boolean {
  return (
    (era === undefined || era === negotiated.era) &&
    (protocolVersion === undefined || protocolVersion === negotiated.protocolVersion)
  );
}

/** Problems that say nothing about a revision, beside those that say nothing about an era. */
const NO_VERSION_SIGNAL: readonly string[] = [...NO_ERA_SIGNAL, "SERVER_TIMEOUT", "RUN_STOPPED"];

/** The server answers, and not in the era or with the revision that was asked for. */
function notSpoken(
  { era, protocolVersion }: AnotherOptions,
  { code, message }: NegotiationProblem,
): Unavailable | undefined {
  const what = protocolVersion ?? (era && `the ${era} era`);
  const silent = protocolVersion === undefined ? NO_ERA_SIGNAL : NO_VERSION_SIGNAL;
  if (what === undefined || silent.includes(code)) return undefined;
  return unavailable(`the server does not speak ${what}: ${message.split("\n", 1)[0]}`, { notApplicable: true });
}

function errorOfProblem({ code, message, fix }: NegotiationProblem): McptestError {
  return new McptestError(code, message, { fix });
}

async function closeLinks({ links, streams }: Detector, kept?: Link): Promise<void> {
  await Promise.all(streams.map((stream) => stream.close()));
  await Promise.all(links.filter((link) => link !== kept).map((link) => link.wire.close()));
}

function counter(): () => number {
  let last = 0;
  return () => ++last;
}

/** A detection of its own, for another era, revision or target; ids go on counting. */
async function detectAnother(
  target: Target,
  wire: WireOptions,
  { eraCache: _cache, ...options }: NegotiationOptions,
  nextId: () => number,
): Promise<Detection> {
  const versions = offeredVersions(options.era, options.protocolVersion);
  const detector = createDetector({ target, wire, options, versions, nextId });
  const outcome = target.kind === "http" ? await detectHttp(detector, target) : await detectStdio(detector);
  return (await conclude(detector, outcome)).detection;
}

/** What the target and its transport say of a lane beside the era. */
function withPlace(negotiated: Negotiated, target: Target, httpSse: true | undefined): Negotiated {
  return {
    ...negotiated,
    ...(httpSse ? { httpSse } : {}),
    ...(target.kind === "http" && isLoopback(target.url) ? { loopback: true } : {}),
  };
}
