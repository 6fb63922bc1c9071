import type {
  CheckResult,
  PackResult,
  ServerResult,
  SubjectResult,
  Toleration,
  TolerationResult,
  TolerationState,
} from "../report/model.js";

/** Where a check stands: the first parts of the stable key `server/lane/pack/check/subject` of a finding. */
interface Place {
  server: string;
  lane: string;
  pack: string;
}

/** Days are those of UTC. */
export function countingAt(entries: readonly Toleration[], at: Date): Toleration[] {
  const today = at.toISOString().slice(0, 10);
  return entries.filter(({ until }) => until === undefined || today <= until);
}

/** A pack's results with what the entries tolerate marked: violations, and warnings, which `--strict` would fail. */
export function withTolerations<Draft extends Pick<PackResult, "name" | "lane" | "checks">>(
  draft: Draft,
  server: string,
  entries: readonly Toleration[],
): Draft {
  const place = { server, lane: draft.lane, pack: draft.name };
  const own = entries.filter((entry) => isAt(entry, place));
  if (own.length === 0) return draft;
  return { ...draft, checks: draft.checks.map((check) => withMarks(check, own)) };
}

function withMarks(check: CheckResult, entries: readonly Toleration[]): CheckResult {
  const own = entries.filter((entry) => entry.check === check.id);
  if (own.length === 0 || !isTolerable(check)) return check;
  const reasonFor = (finding: Pick<SubjectResult, "subject">) => own.find((entry) => isAbout(entry, finding))?.reason;
  if (check.subjects === undefined) return withReason(check, reasonFor({}));
  const subjects = check.subjects.map((finding) => {
    return isViolation(finding) ? withReason(finding, reasonFor(finding)) : finding;
  });
  const found = subjects.filter(isViolation);
  const all = found.every(({ tolerated }) => tolerated !== undefined);
  return withReason({ ...check, subjects }, all ? found[0]?.tolerated : undefined);
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

function isAt(entry: Toleration, { server, lane, pack }: Place): boolean {
  return (
    (entry.server === undefined || entry.server === server) &&
    (entry.lane === undefined || entry.lane === lane) &&
    (entry.pack === undefined || entry.pack === pack)
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
    if (!isAt(entry, { server: server.name, lane: pack.lane, pack: pack.name })) continue;
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
