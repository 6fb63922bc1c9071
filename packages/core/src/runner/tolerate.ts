import type {
  CheckResult,
  PackResult,
  ServerResult,
  SubjectResult,
  Toleration,
  TolerationResult,
  TolerationState,
} from "../report/model.js";
import { failsUnderStrict, strictMessage } from "./strict.js";
import { oneOf } from "./verdict.js";

/** Where a check stands: the first parts of the stable key `server/lane/pack/check/subject` of a finding. */
interface Place {
  server: string;
  lane: string;
  pack: string;
  /** Another name of the pack, under which the configuration has it. */
  alias?: string;
}

/** Days are those of UTC. */
export function countingAt(entries: readonly Toleration[], at: Date): Toleration[] {
  const today = at.toISOString().slice(0, 10);
  return entries.filter(({ until }) => until === undefined || today <= until);
}

/** What tolerating the results of a server takes. */
export interface Tolerance {
  server: string;
  entries: readonly Toleration[];
  /** Warnings about a must or a should count as failures. */
  strict: boolean;
}

/**
 * A pack's results with what the entries tolerate marked: violations, and warnings. A check is tolerated when nothing that
 * fails it is left; what is left is what its error says.
 */
export function withTolerations<Draft extends Pick<PackResult, "name" | "alias" | "lane" | "checks">>(
  draft: Draft,
  { server, entries, strict }: Tolerance,
): Draft {
  const place = { server, lane: draft.lane, pack: draft.name, alias: draft.alias };
  const own = entries.filter((entry) => isAt(entry, place));
  if (own.length === 0) return draft;
  return { ...draft, checks: draft.checks.map((check) => withMarks(check, own, strict)) };
}

function withMarks(check: CheckResult, entries: readonly Toleration[], strict: boolean): CheckResult {
  const own = entries.filter((entry) => entry.check === check.id);
  if (own.length === 0 || !isTolerable(check)) return check;
  const reasonFor = (finding: Pick<SubjectResult, "subject">) => own.find((entry) => isAbout(entry, finding))?.reason;
  if (check.subjects === undefined) return withReason(check, reasonFor({}));
  const subjects = check.subjects.map((finding) => {
    return isViolation(finding) ? withReason(finding, reasonFor(finding)) : finding;
  });
  const marked = { ...check, subjects };
  const found = subjects.filter((finding) => decides(finding, check, strict));
  const left = found.filter(({ tolerated }) => tolerated === undefined);
  if (left.length === 0) return withReason(marked, found[0]?.tolerated);
  return left.length === found.length ? marked : { ...marked, ...errorOf(check, left) };
}

/** The finding makes the check what it is: a failure, or, where nothing fails it, one with a warning. */
function decides({ status }: SubjectResult, check: CheckResult, strict: boolean): boolean {
  if (status === "failed") return true;
  return status === "warning" && (check.status !== "failed" || (strict && failsUnderStrict(check)));
}

/** The error of a check without the violations that are tolerated. */
function errorOf({ status, error }: CheckResult, left: readonly SubjectResult[]): Pick<CheckResult, "error"> {
  if (status !== "failed") return {};
  const messages = (wanted: SubjectResult["status"]) =>
    left.flatMap(({ status: own, message }) => (own === wanted && message !== undefined ? [message] : []));
  const failed = messages("failed");
  return { error: { ...error, message: failed.length > 0 ? oneOf(failed) : strictMessage(messages("warning")) } };
}

function withReason<T extends { tolerated?: string }>(result: T, tolerated: string | undefined): T {
  return tolerated === undefined ? result : { ...result, tolerated };
}

function isTolerable({ status, warnings }: CheckResult): boolean {
  return status === "failed" || (warnings !== undefined && warnings.length > 0);
}

function isViolation({ status }: SubjectResult): boolean {
  return status === "failed" || status === "warning";
}

function isAt(entry: Toleration, { server, lane, pack, alias }: Place): boolean {
  return (
    (entry.server === undefined || entry.server === server) &&
    (entry.lane === undefined || entry.lane === lane) &&
    (entry.pack === undefined || entry.pack === pack || entry.pack === alias)
  );
}

function isAbout(entry: Toleration, finding: Pick<SubjectResult, "subject">): boolean {
  return entry.subject === undefined || entry.subject === finding.subject;
}

/** When and how far entries are held against a run. */
export interface TolerationJudging {
  at: Date;
  /** False for an entry whose finding the run may have left out. */
  mayBeStale(entry: Toleration): boolean;
}

/** What became of each entry in a run, in their order. */
export function tolerationResults(
  entries: readonly Toleration[],
  servers: readonly ServerResult[],
  { at, mayBeStale }: TolerationJudging,
): TolerationResult[] {
  const counting = new Set(countingAt(entries, at));
  return entries.map((entry) => {
    if (!counting.has(entry)) return { ...entry, state: "expired" };
    const state = stateOf(entry, servers);
    return { ...entry, state: state === "stale" && !mayBeStale(entry) ? "undecided" : state };
  });
}

/** `stale` only when everything that the entry could mean was decided, and nothing of it is wrong any more. */
function stateOf(entry: Toleration, servers: readonly ServerResult[]): TolerationState {
  const own = servers.filter(({ name }) => entry.server === undefined || entry.server === name);
  const states = new Set(own.flatMap((server) => statesOn(entry, server)));
  if (states.has("applied")) return "applied";
  return states.has("stale") && !states.has("undecided") ? "stale" : "undecided";
}

function statesOn(entry: Toleration, server: ServerResult): TolerationState[] {
  const states: TolerationState[] = server.problem ? ["undecided"] : [];
  for (const pack of server.packs) {
    if (!isAt(entry, { server: server.name, lane: pack.lane, pack: pack.name, alias: pack.alias })) continue;
    if (pack.notSelected.some(({ id }) => id === entry.check)) states.push("undecided");
    states.push(...pack.checks.filter(({ id }) => id === entry.check).flatMap((check) => stateIn(entry, check)));
  }
  return states;
}

/** What one result of its check means for an entry; a check that cannot apply means nothing. */
function stateIn(entry: Toleration, check: CheckResult): TolerationState[] {
  if (check.skipReason === "not-applicable") return [];
  if (check.skipReason === "could-not-run") return ["undecided"];
  if (check.subjects === undefined) {
    if (!isTolerable(check)) return ["stale"];
    return [isAbout(entry, {}) ? "applied" : "undecided"];
  }
  const own = check.subjects.filter((finding) => isAbout(entry, finding));
  if (own.some(isViolation)) return ["applied"];
  if (own.some(({ status }) => status === "could-not-run")) return ["undecided"];
  const isDecided = entry.subject === undefined || own.some(({ status }) => status === "passed");
  return [isDecided ? "stale" : "undecided"];
}
