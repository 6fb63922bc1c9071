import { type Check, checksOf, type Negotiated, type Pack } from "@mcptest/pack";
import { canonicalExtensionId } from "../extensions/index.js";
import { BUNDLED_PACKS } from "../loader/bundled.js";
import type { CheckResult } from "../report/model.js";
import { describe } from "./check-run.js";
import type { LaneEnd } from "./lane-run.js";
import { absenceOf, advertisementOf } from "./match.js";
import type { PackOnLane } from "./pack-on-lane.js";

/** Id of the host's own check for a required extension. */
const EXTENSION_REQUIRED = "extension-required";

/** The host's own check, for packs that name none and ids that no pack stands for. */
const HOST_CHECK: Omit<Check, "kind" | "run" | "needs"> = {
  id: EXTENSION_REQUIRED,
  category: "host",
  title: "Required extensions are offered",
  description: "Every extension that the run requires is advertised by the server.",
  level: "must",
  rule: { source: "mcptest", section: "--require" },
  docs: {
    asks: "Each id under require: of a suite, or behind --require, has to stand in capabilities.extensions of the server, with an object of settings. It fails in the entry of mcptest itself when no pack of the run stands for the id.",
    why: "A pack whose extension is not there is skipped and counts for nothing. Whoever needs the extension wants its absence to be a failure.",
    fix: 'Let the server answer server/discover with capabilities.extensions["the/id"]: {}, or take the id out of require.',
  },
  since: "0.1.0",
  phase: "list",
};

/** The checks of mcptest itself, as data. */
export const HOST_CHECKS: readonly Omit<Check, "kind" | "run" | "needs">[] = [HOST_CHECK];

/** A required extension that is not there: the failure, and the pack in whose entry it stands (absent: the host's own). */
export interface Absence {
  pack?: PackOnLane;
  result: CheckResult;
}

/**
 * Turns the absence of required extensions into failures, one for each. An extension is there when it is advertised on
 * any lane of the server, or declared on the pre-extension wire of its pack. The failure stands on the preferred lane.
 */
export function absentOf(required: readonly string[], lanes: readonly LaneEnd[]): Absence[] {
  const [preferred] = lanes;
  if (!preferred) return [];
  const ids = new Set(required.map(canonicalExtensionId));
  const absent = [...ids].filter((id) => !lanes.some((lane) => isThere(id, lane)));
  const absences = absent.map((id) => absenceOn(preferred, id));
  const own = absences.filter(({ pack }) => pack === undefined).map(({ result }) => result);
  const others = absences.filter(({ pack }) => pack !== undefined);
  return own.length === 0 ? others : [...others, { result: together(own) }];
}

/** Packs decide by their own offer; an id without a pack is there when it is advertised at all. */
function isThere(id: string, { lane, packs }: LaneEnd): boolean {
  const own = packs.filter(({ selection }) => standsFor(selection.loaded.pack, id));
  if (own.length > 0) return own.some(({ candidate }) => candidate.offer.offered);
  return advertisementOf(lane.session.negotiated, id)?.settingsOk === true;
}

function standsFor(pack: Pack, id: string): boolean {
  return pack.extension !== "*" && canonicalExtensionId(pack.extension) === id;
}

function absenceOn({ lane, packs }: LaneEnd, id: string): Absence {
  const pack = packs.find(({ selection }) => standsFor(selection.loaded.pack, id));
  const loaded = pack?.selection.loaded.pack;
  const check = loaded && checksOf(loaded).find((candidate) => candidate.id === loaded.requiredCheck);
  const reason = why(lane.session.negotiated, id, pack);
  const fix = fixFor(id, lane.session.negotiated, loaded);
  const message = `${reason}, and the run requires it${pack ? "" : hint(id)}\n${fix}`;
  const { evidence } = lane.session;
  const result: CheckResult = {
    ...describe(check ?? HOST_CHECK),
    status: "failed",
    durationMs: 0,
    error: { message },
    subjects: [{ subject: id, status: "failed", message, evidence }],
    evidence,
  };
  return { ...(pack ? { pack } : {}), result };
}

function why(negotiated: Negotiated, id: string, pack: PackOnLane | undefined): string {
  const offer = pack?.candidate.offer;
  const reason = (offer && !offer.offered ? offer.reason : undefined) ?? absenceOf(id, negotiated);
  const use = pack?.candidate.detected ? ` (it uses it, though: ${pack.candidate.detected.trace})` : "";
  return `${reason ?? `the server does not offer ${id}`}${use}`;
}

/** A legacy revision knows no extensions: there the pack's own wire is what a server can declare, where it has one. */
function fixFor(id: string, { era, protocolVersion }: Negotiated, pack: Pack | undefined): string {
  const advertise = `answer with capabilities.extensions["${id}"]: {}`;
  if (era === "modern") return `fix: let it ${advertise}`;
  const modern = `speak a revision that has extensions, 2026-07-28, and ${advertise}`;
  const old = pack?.preExtensionDeclaration;
  if (old !== undefined) return `fix: let it declare ${old}, or ${modern}`;
  return `fix: let it ${modern}; ${protocolVersion} has none`;
}

/** Which package might have the checks for an id that no pack stands for. */
function hint(id: string): string {
  const name = id.slice(id.lastIndexOf("/") + 1);
  const bundled = BUNDLED_PACKS.find((pack) => pack.endsWith(`/pack-${name}`));
  const where = bundled ?? `look for a package with the keyword mcptest-pack, such as mcptest-pack-${name}`;
  return `; no pack of this run tests it: ${where}`;
}

/** Several absences in one check: each is a finding with the id as its subject. */
function together(results: CheckResult[]): CheckResult {
  const [first, ...others] = results as [CheckResult, ...CheckResult[]];
  if (others.length === 0) return first;
  return {
    ...first,
    error: { message: results.map(({ error }) => error?.message).join("\n") },
    subjects: results.flatMap(({ subjects }) => subjects ?? []),
  };
}

/** The results of a pack with the failure put in: in the place of the check's own result, or at the end. */
export function withAbsence(results: readonly CheckResult[], { result }: Absence): CheckResult[] {
  const place = results.findIndex(({ id }) => id === result.id);
  if (place === -1) return [...results, result];
  return results.map((other, index) => (index === place && other.status !== "failed" ? result : other));
}
