import type { CheckResult, PackResult, Report, ServerResult, TolerationResult } from "@mcptest/core/report";

/**
 * How a check counts for a reader of a format that has one word for it. `tolerated` and `advisory`: it failed, or could not
 * run, and that fails nothing. `blocked`: its server could not be tested, which is said once for the server.
 */
export type Verdict = "passed" | "failed" | "tolerated" | "advisory" | "could-not-run" | "not-applicable" | "blocked";

/** One check of one pack on one lane of a server. */
export interface Case {
  server: ServerResult;
  pack: PackResult;
  check: CheckResult;
  verdict: Verdict;
}

/** Every check of a report, in its order. */
export function casesOf({ servers }: Pick<Report, "servers">): Case[] {
  return servers.flatMap((server) =>
    server.packs.flatMap((pack) =>
      pack.checks.map((check) => ({ server, pack, check, verdict: verdictOf(check, server) })),
    ),
  );
}

function verdictOf(check: CheckResult, server: ServerResult): Verdict {
  if (server.problem) return "blocked";
  const isOpen = check.skipReason === "could-not-run";
  if (check.advisory && (isOpen || check.status === "failed")) return "advisory";
  if (check.status === "failed") return check.tolerated === undefined ? "failed" : "tolerated";
  if (check.status === "passed") return "passed";
  return isOpen ? "could-not-run" : "not-applicable";
}

/** `staging, @mcptest/pack-tasks on http-modern-2026-07-28`: where a case belongs. */
export function placeOf({ server, pack }: Pick<Case, "server" | "pack">): string {
  return [server.name, packName(pack), pack.lane].join(" / ");
}

/** The key under which a pack is named, or its name. */
export function packName({ alias, name }: Pick<PackResult, "alias" | "name">): string {
  return alias ?? name;
}

/** What a check that is not green says. */
export function messageOf({ error, status, skipReason }: CheckResult): string {
  return error?.message || (status === "failed" ? "the check failed" : (skipReason ?? ""));
}

/** Entries of `tolerate` whose finding is gone: they fail the run. */
export function staleEntries({ tolerations = [] }: Pick<Report, "tolerations">): TolerationResult[] {
  return tolerations.filter(({ state }) => state === "stale");
}

/** `3 of 5 checks passed, 1 failed, 1 could not run, 0 not applicable, 2 warnings` */
export function countsLine({ summary, complete }: Pick<Report, "summary" | "complete">): string {
  const { total, passed, failed, couldNotRun, notApplicable, warnings, tolerated = 0, skippedPacks } = summary;
  const decided = passed + failed + tolerated;
  const head = decided === 0 ? [`0 of ${total} checks decided`] : [`${passed} of ${total} checks passed`];
  const parts = [
    ...head,
    `${failed} failed`,
    ...(tolerated > 0 ? [`${tolerated} tolerated`] : []),
    `${couldNotRun} could not run`,
    `${notApplicable} not applicable`,
    `${warnings} ${warnings === 1 ? "warning" : "warnings"}`,
    ...(skippedPacks > 0 ? [`${skippedPacks} ${skippedPacks === 1 ? "pack" : "packs"} skipped`] : []),
  ];
  return `${parts.join(", ")}${complete ? "" : " (stopped before the end)"}`;
}

/** The word for the outcome of a run; one in which nothing was decided is incomplete. */
export function outcomeOf({ outcome }: Pick<Report, "outcome">): "passed" | "failed" | "incomplete" {
  return outcome === "skipped" ? "incomplete" : outcome;
}

/** `check tasks-ttl-shape, server staging; reason: one principal only` */
export function entryText({ check, server, lane, pack, subject, reason }: TolerationResult): string {
  const parts = Object.entries({ check, server, lane, pack, subject }).filter(([, value]) => value !== undefined);
  return `${parts.map(([name, value]) => `${name} ${value}`).join(", ")}; reason: ${reason}`;
}

/** Checks of one pack on one lane that could not run for one reason. */
export interface OpenChecks {
  server: ServerResult;
  pack: PackResult;
  ids: string[];
  reason: string;
}

/** What could not run, by reason: one root cause is said once. */
export function openChecksOf(cases: readonly Case[]): OpenChecks[] {
  const byReason = new Map<string, OpenChecks>();
  for (const { server, pack, check, verdict } of cases) {
    if (verdict !== "could-not-run") continue;
    const reason = messageOf(check);
    const key = JSON.stringify([placeOf({ server, pack }), reason]);
    const entry = byReason.get(key) ?? { server, pack, ids: [], reason };
    entry.ids.push(check.id);
    byReason.set(key, entry);
  }
  return [...byReason.values()];
}

/** Checks that passed with warnings. */
export function warnedCasesOf(cases: readonly Case[]): Case[] {
  return cases.filter(({ verdict, check }) => verdict === "passed" && check.warnings?.length);
}

/** The first `most` characters of a text, and how many it has. */
export function cutAt(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}... (${text.length} characters)` : text;
}
