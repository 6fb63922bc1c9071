import type { ConformanceReport, ConformanceReportCase, ConformanceReportGroup } from "./conformance.js";
import { checkCase, connectionCase } from "./conformance-case.js";
import type { PackResult, Report, ServerResult } from "./model.js";

/**
 * A whole run in the shape of a {@link ConformanceReport}: a group for each pack on each lane, named
 * `server/lane/pack` (the pack as {@link packLabel} calls it), and a group `server/connection` for a server
 * that could not be tested at all. Packs that were skipped have no group. Entries of `tolerate` that are stale, which fail
 * the run, are the group `mcptest/tolerate`.
 */
export function reportToConformanceReport(report: Report): ConformanceReport {
  const outcome = report.outcome === "skipped" ? "incomplete" : report.outcome;
  return {
    schemaVersion: 1,
    kind: "run",
    name: "mcptest",
    passed: report.passed,
    outcome,
    ...(outcome === "incomplete" ? incompleteReasonOf(report) : {}),
    durationMs: report.durationMs,
    groups: [...report.servers.flatMap(serverGroups), ...toleranceGroups(report)],
  };
}

function serverGroups(server: ServerResult): ConformanceReportGroup[] {
  const groups = server.packs.filter((pack) => pack.ran).map((pack) => packGroup(server, pack));
  return server.problem ? [connectionGroup(server, server.problem), ...groups] : groups;
}

/** A package name: no path and no URL. */
const NAME = /^(?:@[^\s/@]+\/)?[^\s./\\:@][^\s/\\:@]*$/;

/**
 * What a pack is called where its results stand: its name, and in parentheses the alias under which it is named. That is
 * always there, so that a suite with one version of a package calls it as a suite with two does. A path stands there only
 * where another pack of the lane has the same name.
 */
export function packLabel({ name, alias, lane }: PackResult, { packs }: Pick<ServerResult, "packs">): string {
  if (alias === undefined) return name;
  const isShared = packs.filter((other) => other.ran && other.lane === lane && other.name === name).length > 1;
  return isShared || NAME.test(alias) ? `${name} (${alias})` : name;
}

function packGroup(server: ServerResult, pack: PackResult): ConformanceReportGroup {
  const key = `${server.name}/${pack.lane}/${packLabel(pack, server)}`;
  return {
    id: key,
    title: key,
    target: server.target,
    passed: pack.outcome === "passed",
    durationMs: pack.durationMs,
    summary: pack.summary,
    cases: pack.checks.map(checkCase),
  };
}

function connectionGroup(server: ServerResult, problem: NonNullable<ServerResult["problem"]>): ConformanceReportGroup {
  const key = `${server.name}/connection`;
  return {
    id: key,
    title: key,
    target: server.target,
    passed: false,
    durationMs: 0,
    summary: problem.message,
    cases: [connectionCase(problem)],
  };
}

/** A failed case for each stale entry, named by what the entry names; the target is the file that holds them. */
function toleranceGroups({ tolerations = [], configFile = "" }: Report): ConformanceReportGroup[] {
  const stale = tolerations.filter(({ state }) => state === "stale");
  if (stale.length === 0) return [];
  const key = "mcptest/tolerate";
  const cases = stale.map(({ server, lane, pack, check, subject, reason }): ConformanceReportCase => {
    const id = [server, lane, pack, check, subject].filter((part) => part !== undefined).join("/");
    return {
      id,
      title: "An entry of tolerate is needed",
      category: "host",
      status: "failed",
      durationMs: 0,
      error: `the entry of tolerate for ${id} (${reason}) is stale: its finding has passed in this run\nfix: remove the entry`,
    };
  });
  const summary = `${stale.length} stale`;
  return [{ id: key, title: key, target: configFile, passed: false, durationMs: 0, summary, cases }];
}

/** Why a run is incomplete: for each server what could not be tested or decided, else why each pack was skipped. */
function incompleteReasonOf({ servers, complete }: Report): Pick<ConformanceReport, "incompleteReason"> {
  const lines = servers.flatMap(({ name, problem, packs }) => {
    if (problem) return [`${name}: ${problem.message}\nfix: ${problem.fix}`];
    const open = packs.filter(({ incompleteReason }) => incompleteReason !== undefined);
    if (open.length > 0) return open.map((pack) => `${name}, ${packLabel(pack, { packs })}: ${pack.incompleteReason}`);
    const decided = packs.some(({ outcome }) => outcome !== "skipped");
    if (decided) return [];
    return packs.map(
      (pack) => `${name}, ${packLabel(pack, { packs })}: ${pack.skippedBecause ?? "no check of it applies"}`,
    );
  });
  if (!complete) lines.unshift("the run was stopped before its end");
  return lines.length === 0 ? {} : { incompleteReason: lines.join("\n") };
}
