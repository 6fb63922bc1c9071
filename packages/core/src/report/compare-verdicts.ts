import type { CheckResult, PackResult, Report, SubjectResult } from "./model.js";

/** What is said about a check, or about one subject of it. A check that passed with warnings is a `warning`. */
export interface ComparedVerdict {
  status: "passed" | "warning" | "note" | "failed" | "could-not-run" | "not-applicable";
  /** The check is reported and counted nowhere. */
  advisory?: true;
  /** The finding is known and accepted. */
  tolerated?: true;
  message?: string;
}

/**
 * `green-to-red`: it fails the run now, and nothing of it did before; a check, or a finding about a subject, that is new
 * and fails belongs here as well where the pack was judged before. `red-to-green`: the other way. `added` and `removed`:
 * it is in one report only. `other`: every other difference, such as one to or from could-not-run.
 */
export type VerdictChangeKind = "green-to-red" | "red-to-green" | "added" | "removed" | "other";

/** One verdict that differs between two reports. */
export interface VerdictChange {
  /** Server, lane, extension, check, subject and variant, joined by `/`; `/` and `%` inside of one are percent-encoded. */
  key: string;
  server: string;
  lane: string;
  /** Extension id of the pack, or `*`. */
  extension: string;
  check: string;
  subject?: string;
  variant?: string;
  /** Absent: the first report says nothing about it. */
  before?: ComparedVerdict;
  /** Absent: the second report says nothing about it. */
  after?: ComparedVerdict;
  kind: VerdictChangeKind;
}

type Place = Pick<VerdictChange, "server" | "lane" | "extension" | "check" | "subject" | "variant">;

interface Side {
  place: Place;
  verdict: ComparedVerdict;
  subjects: Map<string, { place: Place; verdict: ComparedVerdict }>;
}

interface Sides {
  checks: Map<string, Side>;
  /** Packs of a lane that were judged, or did not apply. */
  judged: Set<string>;
}

/**
 * The verdicts that differ between two runs against the same servers, in the order of the second report; what only the
 * first has comes last. Packs are told apart by their extension, not by name or version. Where several findings are about
 * one subject, the worst counts. Advisory checks and tolerated findings fail nothing, so they are never red. Messages are
 * not compared. A finding about a subject that is in one report only is left out where the change of its check tells it.
 */
export function compareVerdicts(before: Report, after: Report): VerdictChange[] {
  const first = sidesOf(before);
  const second = sidesOf(after);
  const keys = new Set([...second.checks.keys(), ...first.checks.keys()]);
  return [...keys].flatMap((key) => changesOfCheck(key, first.checks.get(key), second.checks.get(key), first.judged));
}

function changesOfCheck(
  key: string,
  before: Side | undefined,
  after: Side | undefined,
  judged: ReadonlySet<string>,
): VerdictChange[] {
  const place = (after ?? before)?.place;
  if (!place) return [];
  const own = changeOf(key, place, before?.verdict, after?.verdict, judged.has(packKey(place)));
  if (!before || !after) return own ? [own] : [];
  const keys = new Set([...after.subjects.keys(), ...before.subjects.keys()]);
  const subjects = [...keys].flatMap((subjectKey) => {
    const one = before.subjects.get(subjectKey);
    const other = after.subjects.get(subjectKey);
    const about = (other ?? one)?.place;
    const change = about && changeOf(subjectKey, about, one?.verdict, other?.verdict, true);
    return change && isWorthTelling(change, own) ? [change] : [];
  });
  return own ? [own, ...subjects] : subjects;
}

/** A finding that came or went is told where it is more than praise, and the change of the check does not tell it. */
function isWorthTelling(change: VerdictChange, own: VerdictChange | undefined): boolean {
  if (change.before && change.after) return true;
  const status = (change.after ?? change.before)?.status;
  if (status === "passed" || status === "note") return false;
  return own === undefined || (change.kind === "green-to-red" && own.kind !== "green-to-red");
}

function changeOf(
  key: string,
  place: Place,
  before: ComparedVerdict | undefined,
  after: ComparedVerdict | undefined,
  wasJudged: boolean,
): VerdictChange | undefined {
  if (before && after && isSame(before, after)) return undefined;
  return {
    key,
    ...place,
    ...(before ? { before } : {}),
    ...(after ? { after } : {}),
    kind: kindOf(before, after, wasJudged),
  };
}

function isSame(one: ComparedVerdict, other: ComparedVerdict): boolean {
  return one.status === other.status && one.advisory === other.advisory && one.tolerated === other.tolerated;
}

function kindOf(
  before: ComparedVerdict | undefined,
  after: ComparedVerdict | undefined,
  wasJudged: boolean,
): VerdictChangeKind {
  if (!after) return "removed";
  if (!before) return wasJudged && isRed(after) ? "green-to-red" : "added";
  if (isRed(after) && isGreen(before)) return "green-to-red";
  return isRed(before) && isGreen(after) ? "red-to-green" : "other";
}

/** It fails the run. */
function isRed(verdict: ComparedVerdict): boolean {
  return verdict.status === "failed" && counts(verdict);
}

/** It holds nothing back. */
function isGreen(verdict: ComparedVerdict): boolean {
  return !counts(verdict) || (verdict.status !== "failed" && verdict.status !== "could-not-run");
}

function counts({ advisory, tolerated }: ComparedVerdict): boolean {
  return !advisory && !tolerated;
}

function sidesOf({ servers }: Report): Sides {
  const checks = new Map<string, Side>();
  const judged = new Set<string>();
  for (const server of servers) {
    for (const pack of server.packs) {
      if (pack.ran || pack.outcome === "skipped") judged.add(packKey(placeOf(server.name, pack, "")));
      for (const check of pack.checks) addCheck(checks, placeOf(server.name, pack, check.id), check);
    }
  }
  return { checks, judged };
}

function placeOf(server: string, { lane, extension }: PackResult, check: string): Place {
  return { server, lane, extension, check };
}

/** Adds a check, or to it, where two packs for one extension have a check of one id. */
function addCheck(checks: Map<string, Side>, place: Place, check: CheckResult): void {
  const key = keyOf(place);
  const verdict = verdictOf(check);
  const side = checks.get(key) ?? { place, verdict, subjects: new Map() };
  side.verdict = worse(side.verdict, verdict);
  checks.set(key, side);
  for (const finding of check.subjects ?? []) {
    const { subject, variant } = finding;
    if (subject === undefined && variant === undefined) continue;
    const about = {
      ...place,
      ...(subject === undefined ? {} : { subject }),
      ...(variant === undefined ? {} : { variant }),
    };
    const found = findingOf(finding, check);
    const known = side.subjects.get(keyOf(about))?.verdict;
    side.subjects.set(keyOf(about), { place: about, verdict: known ? worse(known, found) : found });
  }
}

function verdictOf(check: CheckResult): ComparedVerdict {
  const message = check.error?.message ?? check.warnings?.[0];
  return {
    status: statusOf(check),
    ...(check.advisory ? { advisory: true } : {}),
    ...(check.tolerated === undefined ? {} : { tolerated: true }),
    ...(message === undefined ? {} : { message }),
  };
}

function statusOf({ status, skipReason, warnings }: CheckResult): ComparedVerdict["status"] {
  if (status === "failed") return "failed";
  if (status === "skipped") return skipReason === "could-not-run" ? "could-not-run" : "not-applicable";
  return warnings === undefined || warnings.length === 0 ? "passed" : "warning";
}

function findingOf({ status, message, tolerated }: SubjectResult, check: CheckResult): ComparedVerdict {
  return {
    status,
    ...(check.advisory ? { advisory: true } : {}),
    ...(tolerated === undefined ? {} : { tolerated: true }),
    ...(message === undefined ? {} : { message }),
  };
}

const BY_WEIGHT: readonly ComparedVerdict["status"][] = [
  "failed",
  "could-not-run",
  "warning",
  "note",
  "passed",
  "not-applicable",
];

function worse(one: ComparedVerdict, other: ComparedVerdict): ComparedVerdict {
  if (counts(one) !== counts(other) && (one.status === "failed" || other.status === "failed")) {
    return isRed(one) ? one : isRed(other) ? other : counts(one) ? one : other;
  }
  return BY_WEIGHT.indexOf(other.status) < BY_WEIGHT.indexOf(one.status) ? other : one;
}

function packKey({ server, lane, extension }: Place): string {
  return [server, lane, extension].map(escaped).join("/");
}

function keyOf({ server, lane, extension, check, subject, variant }: Place): string {
  const parts = [server, lane, extension, check, subject, variant];
  while (parts.at(-1) === undefined) parts.pop();
  return parts.map((part) => escaped(part ?? "")).join("/");
}

function escaped(part: string): string {
  return part.replaceAll("%", "%25").replaceAll("/", "%2F");
}
