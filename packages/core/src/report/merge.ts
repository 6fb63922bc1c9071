import type {
  Artifact,
  CheckResult,
  Outcome,
  PackResult,
  Report,
  RunSummary,
  ServerResult,
  TolerationResult,
  ToolCalls,
} from "./model.js";

/**
 * Several reports as one, such as those of machines that shared the servers and packs of a run. A server that several of them
 * could test has the packs of all. Numbers of exchanges and ids of artifacts are given anew where they would meet. The outcome
 * is the worst; a part that had nothing to decide does not count. `reports` has at least one.
 */
export function mergeReports(reports: readonly [Report, ...Report[]]): Report {
  const [first, ...rest] = apart(reports);
  if (rest.length === 0) return first;
  const all = [first, ...rest];
  const outcome = outcomeOfAll(all);
  const complete = all.every((report) => report.complete);
  const { browser: _, configFile: __, tolerations: ___, readOnly: ____, ...common } = first;
  const tolerations = mergedTolerations(all);
  const browser = all.find((report) => report.browser)?.browser;
  const configFiles = new Set(all.map(({ configFile }) => configFile));
  const [configFile] = configFiles;
  return {
    ...common,
    startedAt: all.map(({ startedAt }) => startedAt).sort()[0] ?? first.startedAt,
    durationMs: Math.max(...all.map(({ durationMs }) => durationMs)),
    complete,
    outcome,
    passed: complete && outcome === "passed",
    summary: all.map(({ summary }) => summary).reduce(addSummaries),
    exitCode: exitCodeOf(all, outcome),
    servers: mergedServers(all.flatMap(({ servers }) => servers)),
    artifacts: all.flatMap(({ artifacts }) => artifacts),
    ...(all.every(({ readOnly }) => readOnly) ? { readOnly: true } : {}),
    ...(configFiles.size === 1 && configFile !== undefined ? { configFile } : {}),
    ...(browser ? { browser } : {}),
    ...(tolerations.length > 0 ? { tolerations } : {}),
  };
}

/** The same reports, in which no number of an exchange and no id of an artifact is there twice. */
function apart(reports: readonly [Report, ...Report[]]): [Report, ...Report[]] {
  let last = 0;
  const ids = new Set<string>();
  const renamed = reports.map((report, index) => {
    const shift = last;
    const idOf = (id: string) => (ids.has(id) ? `${id}-${index + 1}` : id);
    const moved = index === 0 ? report : renumbered(report, shift, idOf);
    for (const { exchanges } of moved.servers) {
      for (const { number } of exchanges) last = Math.max(last, number);
    }
    for (const { id } of moved.artifacts) ids.add(id);
    return moved;
  });
  return renamed as [Report, ...Report[]];
}

function renumbered(report: Report, shift: number, idOf: (id: string) => string): Report {
  const moved = (numbers: readonly number[]) => numbers.map((number) => number + shift);
  const check = ({ evidence, subjects, artifacts, ...rest }: CheckResult): CheckResult => ({
    ...rest,
    ...(evidence ? { evidence: moved(evidence) } : {}),
    ...(subjects ? { subjects: subjects.map((each) => ({ ...each, evidence: moved(each.evidence) })) } : {}),
    ...(artifacts ? { artifacts: artifacts.map(idOf) } : {}),
  });
  const pack = (result: PackResult): PackResult => ({ ...result, checks: result.checks.map(check) });
  return {
    ...report,
    artifacts: report.artifacts.map((artifact): Artifact => ({ ...artifact, id: idOf(artifact.id) })),
    servers: report.servers.map((server) => ({
      ...server,
      packs: server.packs.map(pack),
      exchanges: server.exchanges.map((exchange) => ({ ...exchange, number: exchange.number + shift })),
    })),
  };
}

/** Servers of one name and target stand once, but for one that could not be tested: why stands with its own packs. */
function mergedServers(servers: readonly ServerResult[]): ServerResult[] {
  const merged: ServerResult[] = [];
  for (const server of servers) {
    const at = merged.findIndex((other) => isSame(other, server));
    const known = merged[at];
    if (known) merged[at] = bothOf(known, server);
    else merged.push(server);
  }
  return merged;
}

function isSame(a: ServerResult, b: ServerResult): boolean {
  return a.name === b.name && a.target === b.target && !a.problem && !b.problem;
}

function bothOf(a: ServerResult, b: ServerResult): ServerResult {
  const stderrTail = [...(a.stderrTail ?? []), ...(b.stderrTail ?? [])];
  return {
    ...a,
    ...(stderrTail.length > 0 ? { stderrTail } : {}),
    calls: [...a.calls, ...b.calls].reduce(addCalls, []),
    outcome: worstOf([a.outcome, b.outcome]),
    lanes: firstById([...a.lanes, ...b.lanes]),
    extensions: firstById([...a.extensions, ...b.extensions]),
    packs: [...a.packs, ...b.packs],
    exchanges: [...a.exchanges, ...b.exchanges],
  };
}

function firstById<T extends { id: string }>(entries: readonly T[]): T[] {
  return [...new Map([...entries].reverse().map((entry) => [entry.id, entry] as const)).values()].reverse();
}

function addCalls(all: ToolCalls[], added: ToolCalls): ToolCalls[] {
  const at = all.findIndex(({ tool, madeUp }) => tool === added.tool && madeUp === added.madeUp);
  const known = all[at];
  if (known === undefined) return [...all, added];
  const by = new Map(known.by.map(({ name, count }) => [name, count]));
  for (const { name, count } of added.by) by.set(name, (by.get(name) ?? 0) + count);
  const sum = {
    ...known,
    count: known.count + added.count,
    by: [...by].map(([name, count]) => ({ name, count })),
  };
  return all.with(at, sum);
}

function addSummaries(a: RunSummary, b: RunSummary): RunSummary {
  const tolerated = (a.tolerated ?? 0) + (b.tolerated ?? 0);
  return {
    total: a.total + b.total,
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    couldNotRun: a.couldNotRun + b.couldNotRun,
    notApplicable: a.notApplicable + b.notApplicable,
    warnings: a.warnings + b.warnings,
    skippedPacks: a.skippedPacks + b.skippedPacks,
    ...(tolerated > 0 ? { tolerated } : {}),
  };
}

function outcomeOfAll(reports: readonly Report[]): Outcome {
  const counting = reports.filter((report) => !isEmpty(report));
  return counting.length === 0 ? "incomplete" : worstOf(counting.map(({ outcome }) => outcome));
}

/** Nothing of it could apply. */
function isEmpty({ complete, summary, servers, outcome }: Report): boolean {
  const decided = summary.passed + summary.failed + (summary.tolerated ?? 0);
  return (
    complete && outcome !== "failed" && decided + summary.couldNotRun === 0 && !servers.some(({ problem }) => problem)
  );
}

function worstOf(outcomes: readonly Outcome[]): Outcome {
  const order: Outcome[] = ["failed", "incomplete", "passed"];
  return order.find((outcome) => outcomes.includes(outcome)) ?? "skipped";
}

/** That of the outcome; where a part was stopped, the code that says so. */
function exitCodeOf(reports: readonly Report[], outcome: Outcome): number {
  const stopped = reports.map(({ exitCode }) => exitCode).filter((code) => code > 3);
  if (stopped.length > 0) return Math.max(...stopped);
  if (outcome === "failed") return 1;
  return outcome === "passed" ? 0 : 3;
}

/** Each entry once. One that is applied anywhere is not stale. */
function mergedTolerations(reports: readonly Report[]): TolerationResult[] {
  const order: TolerationResult["state"][] = ["applied", "stale", "expired", "undecided"];
  const byEntry = new Map<string, TolerationResult>();
  for (const result of reports.flatMap(({ tolerations = [] }) => tolerations)) {
    const { state, ...entry } = result;
    const key = JSON.stringify(entry);
    const known = byEntry.get(key);
    if (!known || order.indexOf(state) < order.indexOf(known.state)) byEntry.set(key, result);
  }
  return [...byEntry.values()];
}
